package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.pipeline.Step;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that re-key and are killed lose nothing and take nothing twice. */
@Tag("long")
class RekeyKillIT {
  private static final int SOURCES = 3;
  private static final int REKEYED = 2;
  private static final int KEYS = 300;
  private static final int A_ROUND = 1_500;

  private static EmbeddedBroker broker;

  @TempDir private Path directory;
  private final SplittableRandom random = new SplittableRandom(5);
  private final KeyedArrivals arrivals =
      new KeyedArrivals(3, KEYS, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(20));
  private final List<byte[]> sent = new ArrayList<>();
  private final List<Child> children = new ArrayList<>();

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @AfterEach
  void killChildren() throws InterruptedException {
    children.forEach(Child::close);
    for (Child child : children) {
      child.awaitDeath();
    }
  }

  @Test
  void killsAtAnyTimeLoseNothing() throws Exception {
    // Given
    TestTopic topic = topics("rekey-kill");
    TestPipeline pipeline = pipeline("rekey-kill");

    // When
    for (int kill = 0; kill < ChaosSize.kills(); kill++) {
      Child child = launch("rekey-kill").start();
      for (int part = 0; part < 3; part++) {
        send(topic, A_ROUND / 3);
        Thread.sleep(random.nextInt(900));
      }
      child.assertServing();
      child.kill();
    }
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertComplete(pipeline);
  }

  @Test
  void haltsAroundTheSendingLoseNothing() throws Exception {
    // Given
    TestTopic topic = topics("rekey-halt");
    TestPipeline pipeline = pipeline("rekey-halt");
    List<Step> steps =
        List.of(
            Step.BRONZE_COMMITTED,
            Step.REKEYING,
            Step.REKEYED,
            Step.SILVER_WRITTEN,
            Step.SILVER_COMMITTED,
            Step.OFFSETS_COMMITTED);

    // When
    for (Step step : steps) {
      Child child = launch("rekey-halt");
      child.haltAt(step);
      child.start();
      send(topic, A_ROUND);
      child.awaitReached(step);
      child.awaitDeath();
    }
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertComplete(pipeline);
  }

  private static TestTopic topics(String name) {
    broker.createTopic(name + "-rekeyed", REKEYED);
    return TestTopic.create(broker, name, SOURCES);
  }

  private List<String> overrides(String name) {
    return List.of(
        "kafka.bootstrap.servers=" + broker.bootstrapServers(),
        "name=" + name,
        "source.topic=" + name,
        "rekey.topic=" + name + "-rekeyed",
        "bronze.path=" + directory.resolve("bronze"),
        "silver.path=" + directory.resolve("silver"),
        "silver.delete-when=operationType = 2",
        "bronze.flush-interval=100ms",
        "silver.flush-interval=300ms",
        "kafka.session.timeout.ms=6000",
        "kafka.heartbeat.interval.ms=1000",
        "kafka.commit.interval.ms=200");
  }

  private TestPipeline pipeline(String name) {
    return TestPipeline.tfl(
        broker.bootstrapServers(), name, directory, overrides(name).toArray(String[]::new));
  }

  private Child launch(String name) throws Exception {
    Child child =
        Child.launch("child-" + children.size(), directory, Duration.ZERO, "tfl", overrides(name));
    children.add(child);
    return child;
  }

  /** Sends arrivals to any partition; some of them delete their key. */
  private void send(TestTopic topic, int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String value = new String(arrivals.next().value(), StandardCharsets.UTF_8);
      String kind = random.nextInt(10) == 0 ? "2" : "1";
      values.add(
          value
              .replace("\"operationType\":1", "\"operationType\":" + kind)
              .getBytes(StandardCharsets.UTF_8));
    }
    topic.send(values, value -> ("k" + random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8));
    sent.addAll(values);
  }

  private void assertComplete(TestPipeline pipeline) throws Exception {
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(sent.size());
    assertThat(silver(pipeline)).isEqualTo(silver(landedByKey(pipeline.config().name())));
  }

  /** The same records from a topic that is partitioned by the key. */
  private TestPipeline landedByKey(String name) throws Exception {
    TestTopic keyed = TestTopic.create(broker, name + "-keyed", SOURCES);
    keyed.send(sent);
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            keyed.name(),
            directory.resolve("keyed"),
            "name=" + keyed.name(),
            "silver.delete-when=operationType = 2");
    pipeline.runOnce();
    return pipeline;
  }

  private static Map<String, String> silver(TestPipeline pipeline) throws Exception {
    Map<String, String> byKey = new TreeMap<>();
    for (Row row : pipeline.silverRows()) {
      String key = row.describe(pipeline.config().silver().key());
      List<String> others =
          row.schema().columns().stream()
              .map(column -> column.name())
              .filter(column -> !column.contains("ingest"))
              .toList();
      assertThat(byKey.put(key, row.describe(others))).as("two rows of %s", key).isNull();
    }
    return byKey;
  }
}
