package io.alluvium.chaos;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.Probe;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * One experiment: a topic that a {@link LedgerProducer} fills, a pipeline on it with short
 * intervals, the children that run it, and the watcher of its offsets. Closing kills all children.
 */
final class ChaosRig implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory;
  private final List<String> overrides;
  private final Workload workload;
  private final String topic;
  private final TestPipeline pipeline;
  private final Ledger ledger;
  private final LedgerProducer producer;
  private final OffsetWatcher watcher;
  private final List<Child> children = new ArrayList<>();
  private final List<PipelineService> services = new ArrayList<>();

  private ChaosRig(
      EmbeddedBroker broker, String topic, int partitions, Path directory, Options options) {
    this.directory = directory;
    this.overrides =
        Stream.concat(
                Stream.of(
                    "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                    // A group of its own for each experiment on the broker.
                    "name=" + topic,
                    "source.topic=" + topic,
                    "bronze.path=" + directory.resolve("bronze"),
                    "silver.path=" + directory.resolve("silver"),
                    "bronze.flush-interval=200ms",
                    "silver.flush-interval=500ms",
                    "silver.change-data-feed=true",
                    "tables.checkpoint-interval=10",
                    "kafka.session.timeout.ms=6000",
                    "kafka.heartbeat.interval.ms=1000",
                    "kafka.commit.interval.ms=200",
                    "limits.buffer=4MB"),
                Stream.concat(
                    options.workload().overrides().stream(), options.overrides().stream()))
            .toList();
    this.workload = options.workload();
    this.topic = topic;
    this.pipeline =
        TestPipeline.of(
            workload.file(),
            broker.bootstrapServers(),
            topic,
            directory,
            overrides.toArray(String[]::new));
    broker.createTopic(topic, partitions);
    this.ledger = new Ledger(partitions);
    this.producer =
        new LedgerProducer(
            broker.bootstrapServers(),
            topic,
            ledger,
            workload.feed(topic.hashCode()),
            options.perSecond());
    this.watcher = new OffsetWatcher(pipeline.config());
  }

  /**
   * What an experiment has of its own.
   *
   * @param workload what is sent, and the pipeline for it
   * @param perSecond records sent
   * @param overrides {@code key=value} over the rig's
   */
  record Options(Workload workload, int perSecond, List<String> overrides) {}

  static ChaosRig open(
      EmbeddedBroker broker, String topic, int partitions, Path directory, Options options) {
    return new ChaosRig(broker, topic, partitions, directory, options);
  }

  TestPipeline pipeline() {
    return pipeline;
  }

  LedgerProducer producer() {
    return producer;
  }

  /** A new process whose service doesn't run yet. */
  Child launch() throws IOException {
    return launch(Duration.ZERO);
  }

  Child launch(Duration clockSkew) throws IOException {
    Child child =
        Child.launch(
            "child-" + (children.size() + 1), directory, clockSkew, workload.file(), overrides);
    children.add(child);
    return child;
  }

  /** Runs the service in this process. */
  PipelineService serve(PipelineTables.Opener tables) throws IOException {
    PipelineService service =
        PipelineService.open(pipeline.config(), tables, Clock.systemUTC(), Probe.NONE);
    services.add(service);
    service.start();
    return service;
  }

  /** Waits until the tables have so many versions more than now. */
  void awaitCommits(int versions) {
    long before = watcher.versions();
    await(versions + " commits", () -> watcher.versions() >= before + versions);
  }

  /** Waits until each partition's silver position is beyond what the ledger holds now. */
  void awaitPassed() {
    List<Long> ends = IntStream.range(0, ledger.partitionCount()).mapToObj(ledger::end).toList();
    await(
        "silver passes " + ends,
        () ->
            IntStream.range(0, ends.size())
                .allMatch(p -> watcher.silverPosition(p) >= ends.get(p)));
  }

  /** Waits, but not for anything once an offset was beyond the tables. */
  private void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .until(
            () -> {
              watcher.assertNeverAhead();
              return condition.call();
            });
  }

  /** Ends the sending, waits until all of it is durable and committed, and compares everything. */
  void finish() throws IOException, InterruptedException {
    producer.finish();
    awaitPassed();
    await(
        "the group's offsets reach the ends",
        () ->
            IntStream.range(0, ledger.partitionCount())
                .allMatch(p -> watcher.committedOffset(p) == ledger.end(p)));
    watcher.assertNeverAhead();
    LedgerCheck.everythingIsThereOnce(ledger, pipeline, workload.expectation(topic));
  }

  /** Waits until the broker holds so many records. */
  void awaitSent(long records) {
    await(records + " records sent", () -> ledger.size() >= records);
  }

  Path bronze() {
    return directory.resolve("bronze");
  }

  Path silver() {
    return directory.resolve("silver");
  }

  @Override
  public void close() throws InterruptedException {
    children.forEach(Child::close);
    for (PipelineService service : services) {
      service.close();
    }
    watcher.close();
    producer.close();
    for (Child child : children) {
      child.awaitDeath();
    }
  }
}
