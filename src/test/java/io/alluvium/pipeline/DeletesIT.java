package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Row;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that messages, tombstones and time take out of silver. */
class DeletesIT {
  private static final String STOCK =
      """
      name: stock
      kafka:
        bootstrap.servers: x:1
      source:
        topic: t
      bronze:
        path: b
        columns:
          item: string
          shelf: int
          at: timestamp
          left: int
          gone: boolean
          record_key: record-key
          record_offset: record-offset
          raw: payload
      silver:
        path: s
        key: [item, shelf]
        sequence-by: [at]
        delete-when: gone = true
        tombstones: json-key
        change-data-feed: true
        columns:
          item: {copy: item, then: [lower]}
          shelf: copy
          at: copy
          left: copy
      """;

  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "3, false"})
  void theDeletedPredictionsOfTheRecordingAreGone(int partitions, boolean vectors)
      throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "push-" + partitions, partitions);
    topic.send(Recording.tfl("bus-all-london-push-2022"));
    TestPipeline whole =
        TestPipeline.tfl(
            broker.bootstrapServers(), topic.name(), directory.resolve("whole"), "name=whole");
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            topic.name(),
            directory.resolve("deleting"),
            "silver.delete-when=operationType = 2",
            "silver.flush-interval=300ms",
            "silver.deletion-vectors=" + vectors);
    whole.runOnce();

    // When
    pipeline.runOnce();

    // Then
    List<String> expected = new ArrayList<>();
    for (Row row : whole.silverRows()) {
      if (row.getInt(row.schema().require("operationType")) != 2) {
        expected.add(row.describe(whole.config().silver().key()));
      }
    }
    assertThat(expected).hasSizeLessThan(whole.silverRows().size());
    assertThat(keys(pipeline)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void aLateOlderMessageDoesNotBringAKeyBack() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "late", 1);
    TestPipeline pipeline = stock(topic);
    send(topic, "{'item':'A','shelf':1,'at':'2026-01-01 10:00','left':3}");
    send(topic, "{'item':'B','shelf':1,'at':'2026-01-01 10:00','left':3}");
    pipeline.runOnce();
    send(topic, "{'item':'a','shelf':1,'at':'2026-01-01 11:00','gone':true}");
    tombstone(topic, "{'item':'B','shelf':1}");
    pipeline.runOnce();
    Set<String> afterDeletes = keys(pipeline);

    // When
    send(topic, "{'item':'A','shelf':1,'at':'2026-01-01 10:59','left':2}");
    send(topic, "{'item':'B','shelf':1,'at':'2026-01-01 09:59','left':2}");
    pipeline.runOnce();
    Set<String> afterLateOnes = keys(pipeline);
    send(topic, "{'item':'A','shelf':1,'at':'2026-01-01 11:00','left':1}");
    send(topic, "{'item':'B','shelf':1,'at':'2026-01-01 10:00','left':1}");
    pipeline.runOnce();

    // Then
    assertThat(afterDeletes).isEmpty();
    assertThat(afterLateOnes).isEmpty();
    assertThat(keys(pipeline)).containsExactly("{item=a, shelf=1}", "{item=b, shelf=1}");
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void manyDeletionsAreRememberedInFewFilesAndForgottenAfterTheirSpan() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "many", 1);
    TestPipeline pipeline = stock(topic, "silver.remember-deletes=1d");
    for (int day = 1; day <= 9; day++) {
      for (int i = 0; i < 5; i++) {
        send(
            topic,
            "{'item':'i%d','shelf':%d,'at':'2026-01-0%d 10:00','gone':true}"
                .formatted(i, day, day));
      }
      pipeline.runOnce();
    }

    // When
    send(topic, "{'item':'i1','shelf':9,'at':'2026-01-09 09:00','left':2}");
    send(topic, "{'item':'i1','shelf':2,'at':'2026-01-02 09:00','left':2}");
    pipeline.runOnce();

    // Then
    List<DataFile> files = pipeline.tables().deleted().orElseThrow().snapshot().files();
    assertThat(files).hasSizeLessThan(9);
    assertThat(files.stream().mapToLong(DataFile::numRecords).sum()).isLessThan(20);
    assertThat(keys(pipeline))
        .as("only what is long forgotten")
        .containsExactly("{item=i1, shelf=2}");
  }

  @Test
  void rowsGoWhenTheirTimeHasPassed() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "expiring", 1);
    TestPipeline pipeline =
        stock(
            topic,
            "silver.expire-after=at + 2s",
            "silver.flush-interval=200ms",
            "bronze.flush-interval=100ms");
    String soon = java.time.Instant.now().toString();
    send(topic, "{'item':'A','shelf':1,'at':'%s','left':3}".formatted(soon));
    send(topic, "{'item':'B','shelf':1,'at':'2100-01-01 10:00','left':3}");

    // When
    Set<String> seen = new TreeSet<>();
    try (PipelineService service = pipeline.start()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                Set<String> now = keys(pipeline);
                seen.addAll(now);
                return now.equals(Set.of("{item=b, shelf=1}"))
                    && service.leases().all().stream()
                        .allMatch(
                            l -> l.lag() == 0 && l.durable() == l.processed() && l.durable() == 2);
              });
    }

    // Then
    assertThat(seen).contains("{item=b, shelf=1}");
    assertThat(pipeline.bronzeRows()).hasSize(2);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void aRunThatEndsTakesOutWhatHasExpired() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "expired", 1);
    TestPipeline early = stock(topic, "silver.expire-after=at + 10000d");
    TestPipeline late = stock(topic, "silver.expire-after=at + 1d");
    send(topic, "{'item':'A','shelf':1,'at':'2024-01-01 10:00','left':3}");
    send(topic, "{'item':'B','shelf':1,'at':'2100-01-01 10:00','left':3}");
    early.runOnce();
    Set<String> before = keys(early);

    // When
    boolean durable = late.runOnce();
    Set<String> after = keys(late);
    send(topic, "{'item':'C','shelf':1,'at':'2024-01-01 10:00','left':3}");
    boolean durableAgain = late.runOnce();

    // Then
    assertThat(durable && durableAgain).isTrue();
    assertThat(before).containsExactly("{item=a, shelf=1}", "{item=b, shelf=1}");
    assertThat(after).containsExactly("{item=b, shelf=1}");
    assertThat(keys(late)).isEqualTo(after);
    assertThat(late.bronzeRows()).hasSize(3);
    assertThat(Verification.of(late.config()).run().findings()).isEmpty();
  }

  private TestPipeline stock(TestTopic topic, String... overrides) {
    return TestPipeline.ofText(
        STOCK, broker.bootstrapServers(), topic.name(), directory, overrides);
  }

  private static void send(TestTopic topic, String json) {
    topic.send(List.of(json.getBytes(StandardCharsets.UTF_8)), value -> new byte[] {'k'});
  }

  private static void tombstone(TestTopic topic, String key) {
    List<byte[]> none = new ArrayList<>();
    none.add(null);
    topic.send(none, value -> key.getBytes(StandardCharsets.UTF_8));
  }

  private static Set<String> keys(TestPipeline pipeline) throws Exception {
    Set<String> keys = new TreeSet<>();
    for (Row row : pipeline.silverRows()) {
      assertThat(keys.add(row.describe(pipeline.config().silver().key()))).isTrue();
    }
    return keys;
  }
}
