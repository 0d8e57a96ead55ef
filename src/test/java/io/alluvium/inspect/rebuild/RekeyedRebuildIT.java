package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.FileTags;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.reset.Reset;
import io.alluvium.inspect.reset.ResetPlan;
import io.alluvium.inspect.reset.ResetTarget;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.SilverPositions;
import io.alluvium.pipeline.SilverReach;
import io.alluvium.pipeline.TopicFacts;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A silver made anew behind a re-keyed topic: the stream goes on with no gap and no double. */
class RekeyedRebuildIT {
  private static final int SOURCES = 3;
  private static final String DELETES = "silver.delete-when=operationType = 2";
  private static final String LAST_COUNTS = "silver.on-match=always";
  private static final String[] TIMES = {"ingest_ts", "bronze_ingest_ts", "ingest_source"};

  private static EmbeddedBroker broker;
  private static Admin admin;

  @TempDir private Path directory;
  private final SplittableRandom random = new SplittableRandom(5);
  private final KeyedArrivals arrivals =
      new KeyedArrivals(7, 150, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
  private final List<byte[]> sent = new ArrayList<>();
  private String name;
  private TestTopic topic;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
    admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
  }

  @AfterAll
  static void stopBroker() {
    admin.close();
    broker.close();
  }

  @BeforeEach
  void createTopics() {
    name = "rr-" + UUID.randomUUID();
    broker.createTopic(rekeyedTopic(), 2);
    topic = TestTopic.create(broker, name, SOURCES);
  }

  private String rekeyedTopic() {
    return name + "-rekeyed";
  }

  private TestPipeline rekeyed(String... overrides) {
    return plain(with(overrides, "rekey.topic=" + rekeyedTopic()));
  }

  private TestPipeline plain(String... overrides) {
    String yaml = TestPipeline.read("tfl");
    if (Set.of(overrides).contains(LAST_COUNTS)) {
      yaml = yaml.replaceAll("\\n  sequence-by:.*", "");
    }
    return TestPipeline.ofText(
        yaml, broker.bootstrapServers(), name, directory, with(overrides, "name=" + name));
  }

  private static String[] with(String[] all, String one) {
    return Stream.concat(Arrays.stream(all), Stream.of(one)).toArray(String[]::new);
  }

  /** Sends arrivals to any partition; some of them delete their key. */
  private void send(int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String value = new String(arrivals.next().value(), StandardCharsets.UTF_8);
      String changed =
          random.nextInt(10) == 0
              ? value.replace("\"operationType\":1", "\"operationType\":2")
              : value;
      values.add(changed.getBytes(StandardCharsets.UTF_8));
    }
    topic.send(values, value -> ("k" + random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8));
    sent.addAll(values);
  }

  private static RebuildReport rebuild(TestPipeline pipeline, int partitions) throws IOException {
    Rebuild rebuild = new Rebuild(pipeline.config(), Clock.systemUTC());
    return rebuild.run(rebuild.plan(partitions), RebuildProgress.NONE);
  }

  private void delete(String table) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(table))) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** What the same records give in a topic that is partitioned by the key. */
  private List<String> rowsOfAKeyedTopic(String... overrides) throws Exception {
    TestTopic keyed = TestTopic.create(broker, name + "-keyed", SOURCES);
    keyed.send(sent);
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            keyed.name(),
            directory.resolve("keyed"),
            with(overrides, "name=" + name + "-keyed"));
    pipeline.runOnce();
    return pipeline.silverTexts(TIMES);
  }

  private void assertComplete(TestPipeline pipeline, int partitions) throws Exception {
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(sent.size());
    assertThat(pipeline.tables().silver().snapshot().files())
        .extracting(FileTags::owner)
        .isSubsetOf(IntStream.range(0, partitions).mapToObj(p -> p + "/" + partitions).toList());
  }

  @Test
  void aLostSilverIsMadeAnewAndGoesOnWithRecordsOfOneKeyOnSeveralPartitions() throws Exception {
    // Given
    TestPipeline pipeline = rekeyed(DELETES);
    send(1_500);
    pipeline.runOnce();
    List<String> before = pipeline.silverTexts(TIMES);
    delete("silver");
    delete("silver_deleted");

    // When
    RebuildReport report = rebuild(pipeline, 2);

    // Then
    assertThat(report.deletedKeys()).isPositive();
    assertThat(pipeline.silverTexts(TIMES)).isEqualTo(before);
    assertComplete(pipeline, 2);
    send(1_500);
    pipeline.runOnce();
    assertComplete(pipeline, 2);
    assertThat(pipeline.silverTexts(TIMES)).isEqualTo(rowsOfAKeyedTopic(DELETES));
  }

  @Test
  void whatStillLiesInTheRekeyedTopicCountsAsTaken() throws Exception {
    // Given: whatever is taken would show, since the last one of a key counts
    TestPipeline pipeline = rekeyed(LAST_COUNTS);
    send(800);
    pipeline.runOnce();
    rebuild(pipeline, 2);
    List<String> rebuilt = pipeline.silverTexts(TIMES);
    PipelineTables tables = pipeline.tables();
    AppIds ids = new AppIds(name, rekeyedTopic());
    for (int way = 0; way < 2; way++) {
      String id = ids.silver(way);
      long end = tables.silver().snapshot().txn(id).orElseThrow();
      assertThat(end).isPositive();
      Tables.commit(
          tables.silver(),
          List.of(),
          List.of(),
          List.of(new TxnAdvance(id, end, 0)),
          Operations.move(Operations.Reason.RESET, List.of()));
    }

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.silverTexts(TIMES)).isEqualTo(rebuilt);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void aRekeyedTopicThatHasGrownIsTakenUpInPlace() throws Exception {
    // Given
    TestPipeline pipeline = rekeyed(DELETES);
    send(800);
    pipeline.runOnce();
    admin.createPartitions(Map.of(rekeyedTopic(), NewPartitions.increaseTo(3))).all().get();
    assertThatThrownBy(pipeline::runOnce).hasMessageContaining("run `rebuild`, which makes silver");

    // When
    rebuild(pipeline, 3);

    // Then
    assertComplete(pipeline, 3);
    send(800);
    pipeline.runOnce();
    assertComplete(pipeline, 3);
    assertThat(pipeline.silverTexts(TIMES)).isEqualTo(rowsOfAKeyedTopic(DELETES));
  }

  @Test
  void oneThatHasFewerPartitionsNeedsAnotherSilver() throws Exception {
    // Given
    TestPipeline pipeline = rekeyed();
    send(500);
    pipeline.runOnce();
    admin.deleteTopics(Set.of(rekeyedTopic())).all().get();
    Awaitility.await().until(() -> !admin.listTopics().names().get().contains(rekeyedTopic()));
    broker.createTopic(rekeyedTopic(), 1);
    assertThatThrownBy(() -> rebuild(pipeline, 1)).hasMessageContaining("rebuild --into PATH");
    TestPipeline other = rekeyed("silver.path=" + directory.resolve("other"));

    // When
    rebuild(other, 1);

    // Then
    send(500);
    other.runOnce();
    assertComplete(other, 1);
    assertThat(other.silverTexts(TIMES)).isEqualTo(rowsOfAKeyedTopic());
  }

  @Test
  void aPipelineThatBeginsToRekeyGetsAnotherSilver() throws Exception {
    // Given
    send(500);
    plain().runOnce();
    assertThatThrownBy(() -> rekeyed().runOnce()).hasMessageContaining("rebuild --into PATH");
    assertThatThrownBy(() -> rebuild(rekeyed(), 2)).hasMessageContaining("rebuild --into PATH");
    TestPipeline other = rekeyed("silver.path=" + directory.resolve("other"));

    // When
    rebuild(other, 2);

    // Then
    send(500);
    other.runOnce();
    assertComplete(other, 2);
    assertThat(other.silverTexts(TIMES)).isEqualTo(rowsOfAKeyedTopic());
    assertThatThrownBy(() -> plain("silver.path=" + directory.resolve("other")).runOnce())
        .hasMessageContaining("rebuild --into PATH");
  }

  @Test
  void aResetTakesBackASilverThatWasMadeAndNeverStarted() throws Exception {
    // Given
    send(300);
    plain().runOnce();
    TestPipeline other = rekeyed("silver.path=" + directory.resolve("other"));
    rebuild(other, 2);
    Reset reset = new Reset(other.config());
    ResetPlan plan =
        reset.plan(
            new ResetTarget.Earliest(),
            Optional.of(TopicFacts.ask(other.config())),
            OptionalInt.empty(),
            OptionalLong.empty());

    // When
    reset.apply(plan, Clock.systemUTC());

    // Then
    SilverReach reach =
        SilverPositions.of(other.config()).read(other.tables().silver().snapshot().txns());
    for (int source = 0; source < SOURCES; source++) {
      assertThat(reach.ways(source)).isEqualTo(Map.of(0, 0L, 1, 0L));
    }
    other.runOnce();
    assertThat(Verification.of(other.config()).run().findings()).isEmpty();
  }
}
