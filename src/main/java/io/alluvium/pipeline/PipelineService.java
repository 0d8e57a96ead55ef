package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.Errors;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running pipeline. A stream thread that dies of something outside is replaced after a pause and
 * starts again from what is durable; what only a person can mend ends the service.
 */
public final class PipelineService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineService.class);
  private static final Duration PAUSE_BEFORE_RESTART = Duration.ofSeconds(1);

  /** How long partitions may be elsewhere before a run that needs all of them looks for why. */
  private static final Duration ALONE = Duration.ofSeconds(20);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final PipelineConfig config;
  private final RunControl control;
  private final Pipeline pipeline;
  private final KafkaStreams streams;
  private final List<ExecutorService> background;
  private final BronzeCompaction compaction;
  private final ExecutorService checkpoints;
  private final AtomicReference<UserException> failure = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean durable;

  private PipelineService(
      PipelineConfig config,
      RunControl control,
      Pipeline pipeline,
      List<ExecutorService> background,
      ExecutorService checkpoints) {
    this.config = config;
    this.control = control;
    this.pipeline = pipeline;
    this.background = background;
    this.compaction = pipeline.compaction();
    this.checkpoints = checkpoints;
    this.streams =
        new KafkaStreams(
            pipeline.topology(),
            StreamsSettings.streams(config),
            new GatedClientSupplier(pipeline::gate));
    streams.setUncaughtExceptionHandler(this::onThreadDeath);
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
            ended.countDown();
          }
        });
  }

  /** Runs until it is closed. */
  public static PipelineService open(PipelineConfig config, Clock clock, Probe probe)
      throws IOException {
    return open(config, PipelineTables::open, clock, probe);
  }

  /** Like the other, on tables that are reached in a way of the caller's. */
  public static PipelineService open(
      PipelineConfig config, PipelineTables.Opener tables, Clock clock, Probe probe)
      throws IOException {
    TopicFacts topic = TopicFacts.ask(config);
    LOG.info("topic {} has {} partitions", config.source().topic(), topic.partitionCount());
    SilverPresence.check(config);
    Takeover takeover = Takeover.plan(config, topic, clock);
    return open(config, tables, takeover, RunControl.endless(), clock, probe);
  }

  /** Takes what the topic holds now; see {@link #awaitTaken}. */
  public static PipelineService openOnce(PipelineConfig config, Clock clock, Probe probe)
      throws IOException {
    TopicFacts topic = TopicFacts.ask(config);
    SilverPresence.check(config);
    Takeover takeover = Takeover.plan(config, topic, clock);
    RunControl limited = new RunControl(topic.ends());
    return open(config, PipelineTables::open, takeover, limited, clock, probe);
  }

  private static PipelineService open(
      PipelineConfig config,
      PipelineTables.Opener opener,
      Takeover takeover,
      RunControl control,
      Clock clock,
      Probe probe)
      throws IOException {
    ExecutorService checkpoints = background(config.name() + "-checkpoints", 1);
    ExecutorService loading = background(config.name() + "-store-loader", 2);
    ExecutorService compaction = background(config.name() + "-compactor", 1);
    PipelineTables tables = opener.open(config, clock, checkpoints);
    takeover.anchor(tables);
    TopicIdentity.check(config, tables.bronze());
    Pipeline pipeline =
        new Pipeline(
            config, tables, control, clock, probe, new BackgroundWork(loading, compaction));
    return new PipelineService(
        config, control, pipeline, List.of(loading, compaction), checkpoints);
  }

  private static ExecutorService background(String name, int threads) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  public void start() {
    pipeline.writers().start();
    streams.start();
    compaction.start();
  }

  private StreamThreadExceptionResponse onThreadDeath(Throwable error) {
    Optional<UserException> user = userError(error);
    if (user.isPresent()) {
      failure.compareAndSet(null, user.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.error("a stream thread died; another takes its place", error);
    pipeline.counters().restarted();
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
        return Optional.of(Errors.topicMissing(config.source().topic()));
      }
      if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
        return Optional.of(Errors.accessDenied(config.source().topic(), config.name(), cause));
      }
    }
    return Optional.empty();
  }

  public Counters counters() {
    return pipeline.counters();
  }

  /** The partitions that are worked on here, with their positions. */
  public Leases leases() {
    return pipeline.leases();
  }

  /** Whether the stream threads are up and no partition is being loaded. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Whether it has ended, by failure or by {@link #close}. */
  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /**
   * Waits until the service ends by itself.
   *
   * @throws UserException what ended it
   */
  public void awaitEnd() throws InterruptedException {
    ended.await();
    throwFailure();
  }

  /**
   * Waits until everything below the limits that {@link #openOnce} set is taken by the tasks; the
   * following {@link #close} makes it durable.
   *
   * @throws UserException if the service ends before
   */
  public void awaitTaken() throws InterruptedException {
    Duration apart = Duration.ZERO;
    // Running, too: a store that can't be loaded must show even if there is nothing to take.
    while (!(isRunning() && taken())) {
      apart = allAssigned() ? Duration.ZERO : apart.plus(LOOK_AGAIN);
      if (apart.compareTo(ALONE) > 0) {
        refuseOthers();
        apart = Duration.ZERO;
      }
      if (ended.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        throwFailure();
        throw Errors.endedEarly(config.name());
      }
    }
  }

  private void refuseOthers() {
    int own = streams.metadataForLocalThreads().size();
    int others = GroupMembers.count(config).orElse(own) - own;
    if (others > 0) {
      throw Errors.groupShared(config.name(), others);
    }
  }

  private boolean allAssigned() {
    return control.limits().keySet().stream().allMatch(p -> pipeline.leases().current(p) != null);
  }

  private boolean taken() {
    return control.limits().entrySet().stream().allMatch(e -> taken(e.getKey(), e.getValue()));
  }

  /** By the consumer's position: the last offsets of a topic needn't hold a record. */
  private boolean taken(int partition, long limit) {
    Lease lease = pipeline.leases().current(partition);
    return lease != null
        && lease.live()
        && lease.received() >= limit
        && lease.processed() >= Math.min(limit, lease.handedOut());
  }

  private void throwFailure() {
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /**
   * Stops cleanly: what was taken is flushed, bounded by the storage deadline, then the group is
   * left. Again is harmless.
   *
   * @return whether everything that was taken, and all that was to be taken, is durable
   */
  public synchronized boolean stop() throws InterruptedException {
    if (control.draining()) {
      return durable;
    }
    Collection<Lease> leases = pipeline.leases().all();
    boolean complete = taken();
    control.drain();
    durable = awaitDurable(leases) && complete;
    compaction.close();
    streams.close(Duration.ofSeconds(60));
    pipeline.writers().close();
    background.forEach(ExecutorService::shutdownNow);
    checkpoints.shutdown();
    boolean written = checkpoints.awaitTermination(30, TimeUnit.SECONDS);
    LOG.info("stopped; all durable: {}, checkpoints written: {}", durable, written);
    return durable;
  }

  /**
   * Of the leases that are in force now: one that fails meanwhile leaves work undone, and its
   * successor, which looks settled, hasn't read it again.
   */
  private boolean awaitDurable(Collection<Lease> leases) throws InterruptedException {
    long deadline = System.nanoTime() + config.limits().storageDeadline().toNanos();
    while (!leases.stream().allMatch(PipelineService::settled)) {
      boolean hopeless = leases.stream().anyMatch(l -> !l.live() && !settled(l));
      if (hopeless || hasEnded() || System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(LOOK_AGAIN.toMillis());
    }
    return true;
  }

  private static boolean settled(Lease lease) {
    return lease.durable() >= lease.processed();
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
