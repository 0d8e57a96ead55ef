package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.RunErrors;
import io.alluvium.error.TopicErrors;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running pipeline: one Kafka Streams application, or two around a re-keyed topic. What only a
 * person can mend in one of them ends the service.
 */
public final class PipelineService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineService.class);

  private final PipelineConfig config;
  private final Pipeline pipeline;
  private final List<StreamsStage> stages;
  private final List<String> notices;
  private final List<ExecutorService> background;
  private final BronzeCompaction compaction;
  private final ExecutorService checkpoints;
  private final AtomicReference<UserException> failure = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean stopped;
  private boolean durable;

  private PipelineService(
      PipelineConfig config,
      RunControl control,
      Pipeline pipeline,
      List<String> notices,
      List<ExecutorService> background,
      ExecutorService checkpoints) {
    this.config = config;
    this.pipeline = pipeline;
    this.notices = notices;
    this.background = background;
    this.compaction = pipeline.compaction();
    this.checkpoints = checkpoints;
    this.stages = new ArrayList<>();
    for (Stage stage : pipeline.stages()) {
      // What a re-keyed topic is to be taken to is known once everything has been sent there.
      Optional<Map<Integer, Long>> limits =
          stages.isEmpty() || control.limits().isEmpty()
              ? Optional.of(control.limits())
              : Optional.empty();
      stages.add(new StreamsStage(config, stage, limits, pipeline.counters(), new OnEnd()));
    }
  }

  private final class OnEnd implements StreamsStage.Listener {
    @Override
    public void failed(UserException why) {
      failure.compareAndSet(null, why);
    }

    @Override
    public void ended() {
      ended.countDown();
    }
  }

  /** Runs until it is closed. */
  public static PipelineService open(PipelineConfig config, Clock clock, Probe probe)
      throws IOException {
    return open(config, PipelineTables::open, clock, probe);
  }

  /** The same, with somebody who is told of every flush. */
  public static PipelineService open(
      PipelineConfig config, Clock clock, Probe probe, FlushJournal journal) throws IOException {
    return open(config, PipelineTables::open, clock, probe, journal);
  }

  /** Like the other, on tables that are reached in a way of the caller's. */
  public static PipelineService open(
      PipelineConfig config, PipelineTables.Opener tables, Clock clock, Probe probe)
      throws IOException {
    return open(config, tables, clock, probe, FlushJournal.NONE);
  }

  private static PipelineService open(
      PipelineConfig config,
      PipelineTables.Opener tables,
      Clock clock,
      Probe probe,
      FlushJournal journal)
      throws IOException {
    TopicFacts topic = TopicFacts.ask(config);
    LOG.info("topic {} has {} partitions", config.source().topic(), topic.partitionCount());
    return open(config, tables, topic, RunControl.endless(), clock, probe, journal);
  }

  /** Takes what the topic holds now; see {@link #awaitTaken}. */
  public static PipelineService openOnce(PipelineConfig config, Clock clock, Probe probe)
      throws IOException {
    return openOnce(config, clock, probe, FlushJournal.NONE);
  }

  /** The same, with somebody who is told of every flush. */
  public static PipelineService openOnce(
      PipelineConfig config, Clock clock, Probe probe, FlushJournal journal) throws IOException {
    TopicFacts topic = TopicFacts.ask(config);
    RunControl limited = new RunControl(topic.ends());
    return open(config, PipelineTables::open, topic, limited, clock, probe, journal);
  }

  private static PipelineService open(
      PipelineConfig config,
      PipelineTables.Opener opener,
      TopicFacts topic,
      RunControl control,
      Clock clock,
      Probe probe,
      FlushJournal journal)
      throws IOException {
    List<String> notices =
        SilverPresence.of(config)
            .require(config.silver().table().name())
            .map(before -> StartNotices.of(config, before))
            .orElse(List.of());
    Takeover takeover = Takeover.plan(config, topic, clock);
    Optional<TopicFacts> rekeyed = RekeyedStart.ask(config, topic);
    ExecutorService checkpoints = background(config.name() + "-checkpoints", 1);
    ExecutorService loading = background(config.name() + "-store-loader", 2);
    ExecutorService compaction = background(config.name() + "-compactor", 1);
    PipelineTables tables = opener.open(config, clock, checkpoints);
    takeover.anchor(tables);
    TopicIdentity.check(config, tables.bronze());
    new RekeyedStart(config, tables.silver()).check(rekeyed);
    Pipeline pipeline =
        new Pipeline(
            config,
            tables,
            control,
            clock,
            probe,
            journal,
            new BackgroundWork(loading, compaction),
            rekeyed
                .map(facts -> OptionalInt.of(facts.partitionCount()))
                .orElse(OptionalInt.empty()));
    pipeline
        .counters()
        .found(tables.bronze().snapshot().version(), tables.silver().snapshot().version());
    return new PipelineService(
        config, control, pipeline, notices, List.of(loading, compaction), checkpoints);
  }

  /** What the user should know of the tables before it starts, in words. */
  public List<String> notices() {
    return notices;
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
    stages.forEach(StreamsStage::start);
    compaction.start();
  }

  public Counters counters() {
    return pipeline.counters();
  }

  /** The source's partitions that are worked on here, with their positions. */
  public Leases leases() {
    return pipeline.leases();
  }

  /** The re-keyed topic's partitions that are worked on here; none if there is no such topic. */
  public Leases rekeyedLeases() {
    return pipeline.rekeyedLeases();
  }

  /** The partitions that silver's rows come by: those of the re-keyed topic, if there is one. */
  public Leases silverLeases() {
    return isRekeyed() ? rekeyedLeases() : leases();
  }

  /** Whether the stream threads are up and no partition is being loaded. */
  public boolean isRunning() {
    return stages.stream().allMatch(StreamsStage::isRunning);
  }

  /** Whether it lives and can work. */
  public Vitals vitals() {
    return new Vitals(config, stages, pipeline, compaction, this::hasEnded, silverLeases());
  }

  /**
   * How large the tables are now, by their short names: bronze, silver, quarantine.
   *
   * @throws IOException if storage fails
   */
  public Map<String, TableSize> tableSizes() throws IOException {
    return pipeline.sizes();
  }

  /** Whether silver's rows come by way of a re-keyed topic. */
  public boolean isRekeyed() {
    return config.rekey().isPresent();
  }

  /** What Kafka's clients and Streams count, by topic; their names are Kafka's. */
  public Map<String, Map<MetricName, ? extends Metric>> kafkaMetrics() {
    Map<String, Map<MetricName, ? extends Metric>> all = new TreeMap<>();
    stages.forEach(stage -> all.put(stage.topic(), stage.metrics()));
    return all;
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
   * The same for some time.
   *
   * @return whether it has ended
   */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    boolean over = endsWithin(atMost);
    if (over) {
      throwFailure();
    }
    return over;
  }

  /**
   * Waits until everything below the limits that {@link #openOnce} set is taken by the tasks; the
   * following {@link #close} makes it durable. With a re-keyed topic, until all that was sent there
   * is taken from it, too.
   *
   * @throws UserException if the service ends before
   */
  public void awaitTaken() throws InterruptedException {
    StreamsStage last = stages.get(stages.size() - 1);
    for (StreamsStage stage : stages) {
      stage.awaitTaken(this::endsWithin);
      if (hasEnded()) {
        throwFailure();
        throw RunErrors.endedEarly(config.name());
      }
      if (stage != last) {
        stopBefore(stage, last);
      }
    }
  }

  /** Ends a stage that has done its part, so that the next knows how much there is to do. */
  private synchronized void stopBefore(StreamsStage stage, StreamsStage next)
      throws InterruptedException {
    if (stopped) {
      return;
    }
    boolean sent = stage.stop(this::endsWithin);
    throwFailure();
    if (sent) {
      String topic = config.rekey().orElseThrow().topic();
      next.limitTo(
          TopicFacts.find(config, topic).orElseThrow(() -> TopicErrors.topicMissing(topic)).ends());
    } else {
      throw RunErrors.notDurable(config.name(), config.limits().storageDeadline());
    }
  }

  private boolean endsWithin(Duration time) throws InterruptedException {
    return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
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
    if (stopped) {
      return durable;
    }
    stopped = true;
    durable = true;
    for (StreamsStage stage : stages) {
      durable &= stage.stop(this::endsWithin);
    }
    compaction.close();
    pipeline.writers().close();
    background.forEach(ExecutorService::shutdownNow);
    checkpoints.shutdown();
    boolean written = checkpoints.awaitTermination(30, TimeUnit.SECONDS);
    ended.countDown();
    LOG.info("stopped; all durable: {}, checkpoints written: {}", durable, written);
    return durable;
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
