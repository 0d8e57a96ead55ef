package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.FileTags;
import io.alluvium.error.UserException;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.row.Row;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A silver made anew is the one that the stream made, and the stream goes on from it. */
class RebuildIT {
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
        change-data-feed: true
        columns:
          item: copy
          shelf: copy
          at: copy
          left: copy
          processed: ingest-time
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

  private static RebuildReport rebuild(PipelineConfig config, int partitions) throws IOException {
    Rebuild rebuild = new Rebuild(config, Clock.systemUTC());
    return rebuild.run(rebuild.plan(partitions), RebuildProgress.NONE);
  }

  private static VerificationReport verify(TestPipeline pipeline) throws IOException {
    return Verification.of(pipeline.config()).run();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, true", "3, true", "3, false"})
  void aRecordingGoesOnAsIfNothingHadBeen(int partitions, boolean vectors) throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "going-on-" + partitions + vectors, partitions);
    List<byte[]> values = Recording.tfl("tube-victoria-three-snapshots");
    String set = "silver.deletion-vectors=" + vectors;
    TestPipeline whole =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            topic.name(),
            directory.resolve("whole"),
            "name=whole" + partitions + vectors);
    TestPipeline pipeline =
        TestPipeline.tfl(broker.bootstrapServers(), topic.name(), directory, set);
    topic.send(values.subList(0, 500));
    pipeline.runOnce();
    List<String> before = pipeline.silverTexts("ingest_ts");
    delete(directory.resolve("silver"));
    assertThatThrownBy(pipeline::runOnce)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("never filled");

    // When
    rebuild(pipeline.config(), partitions);

    // Then
    assertThat(pipeline.silverTexts("ingest_ts")).isEqualTo(before);
    assertThat(verify(pipeline).findings()).isEmpty();
    topic.send(values.subList(500, values.size()));
    assertThat(pipeline.runOnce()).isTrue();
    whole.runOnce();
    assertThat(pipeline.bronzeRows()).hasSize(values.size());
    assertThat(pipeline.silverTexts("ingest_ts", "bronze_ingest_ts"))
        .isEqualTo(whole.silverTexts("ingest_ts", "bronze_ingest_ts"));
    assertThat(verify(pipeline).findings()).isEmpty();
    assertThat(pipeline.tables().silver().snapshot().files())
        .allSatisfy(f -> assertThat(FileTags.owner(f)).endsWith("/" + partitions));
  }

  @Test
  void keysThatMovedToAnotherPartitionStayOne() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "grown", 2);
    List<byte[]> values = Recording.tfl("tube-victoria-three-snapshots");
    TestPipeline pipeline =
        TestPipeline.tfl(broker.bootstrapServers(), topic.name(), directory, "name=grown");
    topic.send(values.subList(0, 300));
    pipeline.runOnce();
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
      admin.createPartitions(Map.of("grown", NewPartitions.increaseTo(3))).all().get();
    }
    topic.send(values.subList(300, 600));
    assertThatThrownBy(pipeline::runOnce)
        .hasStackTraceContaining("run `rebuild`, which makes silver anew from bronze for 3");

    // When
    RebuildReport report = rebuild(pipeline.config(), 3);

    // Then
    assertThat(pipeline.runOnce()).isTrue();
    topic.send(values.subList(600, values.size()));
    assertThat(pipeline.runOnce()).isTrue();
    assertThat(report.keys()).isPositive();
    assertThat(pipeline.bronzeRows()).hasSize(values.size());
    assertThat(pipeline.silverTexts()).hasSize(496);
    assertThat(verify(pipeline).findings()).isEmpty();
    rebuild(pipeline.config(), 3);
    assertThat(verify(pipeline).findings()).isEmpty();
    assertThat(pipeline.tables().silver().snapshot().files())
        .as("bronze remembers that there were two at first")
        .allSatisfy(f -> assertThat(FileTags.owner(f)).isEqualTo(FileTags.NO_OWNER));
  }

  /** Few keys, times that go to and fro, values that repeat. */
  private static List<byte[]> stock(int seed, int count) {
    Random random = new Random(seed);
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int day = 1 + random.nextInt(9);
      values.add(
          "{\"item\":\"i%d\",\"shelf\":%d,\"at\":\"2026-01-0%d 10:00\",\"left\":%d,\"gone\":%b}"
              .formatted(
                  random.nextInt(6),
                  random.nextInt(2),
                  day,
                  random.nextInt(3),
                  random.nextInt(4) == 0)
              .getBytes(StandardCharsets.UTF_8));
    }
    return values;
  }

  private void sendStock(TestTopic topic, int seed) {
    topic.send(stock(seed, 60), value -> new byte[] {'k'});
    List<byte[]> none = new ArrayList<>();
    none.add(null);
    topic.send(
        none,
        value ->
            "{\"item\":\"i%d\",\"shelf\":1}".formatted(seed % 6).getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "newer; silver.on-match=newer; silver.sequence-by=[at]; silver.delete-when=gone = true",
        "changed; silver.on-match=changed; silver.sequence-by=[at]; silver.tombstones=json-key",
        "arrival; silver.on-match=changed; silver.compare=[left]; silver.tombstones=json-key",
        "always; silver.on-match=always; silver.delete-when=gone = true; silver.tombstones=json-key",
        "never; silver.on-match=never; silver.target-file-size=1MB; silver.flush-interval=1s",
        "both; silver.sequence-by=[at]; silver.delete-when=gone = true; silver.tombstones=json-key"
      })
  void everyRuleGivesWhatTheStreamGives(String name, String one, String two, String three)
      throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "rule-" + name, 1);
    TestPipeline pipeline =
        TestPipeline.ofText(
            STOCK,
            broker.bootstrapServers(),
            topic.name(),
            directory,
            "name=rule-" + name,
            one,
            two,
            three);
    for (int seed = 0; seed < 4; seed++) {
      sendStock(topic, seed);
      pipeline.runOnce();
    }
    List<String> streamed = pipeline.silverTexts("processed");
    Path markers = directory.resolve("silver_deleted");
    delete(directory.resolve("silver"));
    if (Files.exists(markers)) {
      delete(markers);
    }

    // When
    rebuild(pipeline.config(), 1);

    // Then
    assertThat(streamed).hasSizeBetween(1, 12);
    assertThat(pipeline.silverTexts("processed")).isEqualTo(streamed);
    assertThat(verify(pipeline).findings()).isEmpty();
    sendStock(topic, 5);
    pipeline.runOnce();
    assertThat(verify(pipeline).findings()).isEmpty();
  }

  @Test
  void deletedKeysStayDeletedForOlderMessages() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "remembered", 1);
    TestPipeline pipeline =
        TestPipeline.ofText(
            STOCK,
            broker.bootstrapServers(),
            topic.name(),
            directory,
            "name=remembered",
            "silver.sequence-by=[at]",
            "silver.delete-when=gone = true");
    send(topic, "i1", "2026-01-02", false);
    send(topic, "i2", "2026-01-02", false);
    send(topic, "i1", "2026-01-03", true);
    pipeline.runOnce();
    delete(directory.resolve("silver_deleted"));

    // When
    RebuildReport report = rebuild(pipeline.config(), 1);

    // Then
    assertThat(report.deletedKeys()).isEqualTo(1);
    send(topic, "i1", "2026-01-01", false);
    pipeline.runOnce();
    assertThat(keys(pipeline)).containsExactly("{item=i2, shelf=1}");
    send(topic, "i1", "2026-01-04", false);
    pipeline.runOnce();
    assertThat(keys(pipeline)).containsExactly("{item=i1, shelf=1}", "{item=i2, shelf=1}");
  }

  private static void send(TestTopic topic, String item, String day, boolean gone) {
    String json =
        "{\"item\":\"%s\",\"shelf\":1,\"at\":\"%s 10:00\",\"gone\":%b}".formatted(item, day, gone);
    topic.send(List.of(json.getBytes(StandardCharsets.UTF_8)), value -> new byte[] {'k'});
  }

  private static Set<String> keys(TestPipeline pipeline) throws IOException {
    Set<String> keys = new HashSet<>();
    for (Row row : pipeline.silverRows()) {
      keys.add(row.describe(pipeline.config().silver().key()));
    }
    return new TreeSet<>(keys);
  }
}
