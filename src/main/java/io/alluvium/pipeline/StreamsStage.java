package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.TopicErrors;
import io.alluvium.error.UserException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Stage} that runs. A stream thread that dies of something outside is replaced after a
 * pause and starts again from what is durable; what only a person can mend ends the stage.
 */
final class StreamsStage {
  private static final Logger LOG = LoggerFactory.getLogger(StreamsStage.class);
  private static final Duration PAUSE_BEFORE_RESTART = Duration.ofSeconds(1);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final Duration CLOSING = Duration.ofSeconds(60);

  /** How long partitions may be elsewhere before a run that needs all of them looks for why. */
  private static final Duration ALONE = Duration.ofSeconds(20);

  private static final Duration USUAL_HEARTBEAT = Duration.ofSeconds(3);

  private final PipelineConfig config;
  private final Stage stage;
  private final Counters counters;
  private final Listener listener;
  private final KafkaStreams streams;
  private final int threads;
  private volatile Optional<Map<Integer, Long>> limits;
  private boolean durable;

  /** Told of the end, on any thread. */
  interface Listener {
    /** What only a person can mend has happened; the end follows. */
    void failed(UserException failure);

    /** It has ended by itself. */
    void ended();
  }

  /**
   * @param limits the offsets below which everything is to be taken, none for an endless run; empty
   *     if they aren't known yet
   */
  StreamsStage(
      PipelineConfig config,
      Stage stage,
      Optional<Map<Integer, Long>> limits,
      Counters counters,
      Listener listener) {
    this.config = config;
    this.stage = stage;
    this.limits = limits;
    this.counters = counters;
    this.listener = listener;
    Properties settings = StreamsSettings.streams(config, stage.group());
    this.threads = StreamThreads.expected(settings);
    this.streams =
        new KafkaStreams(stage.topology(), settings, new GatedClientSupplier(stage.gates()));
    streams.setUncaughtExceptionHandler(this::onThreadDeath);
    streams.setStateListener(
        (now, before) -> {
          boolean ended = now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING;
          // One that is stopped may have done its part, and the other has not.
          if (ended && !stage.control().draining()) {
            listener.ended();
          }
        });
  }

  void start() {
    streams.start();
  }

  private StreamThreadExceptionResponse onThreadDeath(Throwable error) {
    Optional<UserException> user = userError(error);
    if (user.isPresent()) {
      listener.failed(user.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.error("a stream thread died; another takes its place", error);
    counters.restarted();
    try {
      Thread.sleep(PAUSE_BEFORE_RESTART.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  private Optional<UserException> userError(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof UserException user) {
        return Optional.of(user);
      }
      if (cause instanceof MissingSourceTopicException) {
        return Optional.of(TopicErrors.topicMissing(stage.topic()));
      }
    }
    return new BrokerRefusal(config.kafka()).ofReading(stage.topic(), stage.group(), error);
  }

  /** Whether the stream threads are up and no partition is being loaded. */
  boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** What it reads. */
  String topic() {
    return stage.topic();
  }

  /** Why it isn't so, or empty. */
  Optional<String> notRunning() {
    KafkaStreams.State state = streams.state();
    return state == KafkaStreams.State.RUNNING
        ? BrokerSilence.of(stage.topic(), heartbeatInterval(), streams.metrics())
        : Optional.of(
            state == KafkaStreams.State.REBALANCING
                ? "partitions of " + stage.topic() + " are being assigned or loaded"
                : "stream threads of " + stage.topic() + " are in state " + state);
  }

  private Duration heartbeatInterval() {
    String written = config.kafka().get(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
    return written == null ? USUAL_HEARTBEAT : Duration.ofMillis(Long.parseLong(written));
  }

  /** Stream threads that ought to be there and aren't. */
  List<String> dead() {
    return StreamThreads.dead(streams, threads);
  }

  /** What Kafka's clients and Streams count, as it is now. */
  Map<MetricName, ? extends Metric> metrics() {
    return streams.metrics();
  }

  /** Says below which offsets everything is to be taken. */
  void limitTo(Map<Integer, Long> offsets) {
    limits = Optional.of(Map.copyOf(offsets));
  }

  /**
   * Waits until everything below the limits is taken by the tasks, or the stage has ended.
   *
   * @throws UserException if others share the group, so that it would never be
   */
  void awaitTaken(Ending ending) throws InterruptedException {
    Duration apart = Duration.ZERO;
    // Running, too: a store that can't be loaded must show even if there is nothing to take.
    while (!(isRunning() && taken())) {
      apart = allAssigned() ? Duration.ZERO : apart.plus(LOOK_AGAIN);
      if (apart.compareTo(ALONE) > 0) {
        refuseOthers();
        apart = Duration.ZERO;
      }
      if (ending.within(LOOK_AGAIN)) {
        return;
      }
    }
  }

  /** The service's end. */
  @FunctionalInterface
  interface Ending {
    /** Whether it comes in that time, or has come. */
    boolean within(Duration time) throws InterruptedException;
  }

  private boolean taken() {
    return limits.isPresent() && stage.taken(limits.get());
  }

  private boolean allAssigned() {
    return limits.isPresent() && stage.allAssigned(limits.get().keySet());
  }

  private void refuseOthers() {
    int own = streams.metadataForLocalThreads().size();
    int others = GroupMembers.count(config, stage.group()).orElse(own) - own;
    if (others > 0) {
      throw TopicErrors.groupShared(stage.group(), others);
    }
  }

  /**
   * Stops cleanly: what was taken is flushed, bounded by the storage deadline, then the group is
   * left. Again is harmless.
   *
   * @param ending when it comes, nothing that isn't durable will be
   * @return whether everything that was taken, and all that was to be taken, is durable
   */
  boolean stop(Ending ending) throws InterruptedException {
    if (stage.control().draining()) {
      return durable;
    }
    Collection<Lease> leases = stage.leases().all();
    boolean complete = taken();
    stage.control().drain();
    durable = awaitDurable(leases, ending) && complete;
    streams.close(CLOSING);
    return durable;
  }

  /**
   * Of the leases that are in force now: one that fails meanwhile leaves work undone, and its
   * successor, which looks settled, hasn't read it again.
   */
  private boolean awaitDurable(Collection<Lease> leases, Ending ending)
      throws InterruptedException {
    long deadline = System.nanoTime() + config.limits().storageDeadline().toNanos();
    while (!leases.stream().allMatch(StreamsStage::settled)) {
      boolean hopeless = leases.stream().anyMatch(l -> !l.live() && !settled(l));
      if (hopeless || System.nanoTime() > deadline || ending.within(LOOK_AGAIN)) {
        return false;
      }
    }
    return true;
  }

  private static boolean settled(Lease lease) {
    return lease.durable() >= lease.processed() && !(lease.live() && lease.owing());
  }
}
