package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.maintain.Optimizers;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bronze files are merged while the stream runs. */
class CompactionIT {
  private static final int RECORDS = 6_000;
  private static final int MERGES = 3;

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

  @Test
  void mergesWhileTheStreamRunsChangeNoRow() throws Exception {
    // Given
    String name = "t-" + UUID.randomUUID();
    TestTopic topic = TestTopic.create(broker, name, 2);
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            name,
            directory,
            "name=" + name,
            "bronze.flush-interval=20ms",
            "silver.flush-interval=100ms",
            "bronze.target-file-size=256KB");
    KeyedArrivals arrivals =
        new KeyedArrivals(7, 200, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));

    // When
    try (PipelineService service = pipeline.start()) {
      int sent = 0;
      while (sent < RECORDS || service.counters().bronzeMerges().commits() < MERGES) {
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          values.add(arrivals.next().value());
        }
        topic.send(values);
        sent += values.size();
        awaitTaken(service, sent);
      }
      Optimizers optimizers = Optimizers.open(pipeline.config(), Clock.systemUTC());
      MergeReport bronze = optimizers.bronze(BronzeMerges.Eagerness.ALL).run();
      optimizers.silver().run();
      List<byte[]> last = List.of(arrivals.next().value(), arrivals.next().value());
      topic.send(last);
      sent += last.size();
      awaitTaken(service, sent);
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> service.leases().all().stream().allMatch(l -> l.durable() >= l.processed()));
      assertThat(service.stop()).isTrue();
      assertThat(bronze.commits()).isPositive();

      // Then
      VerificationReport report = Verification.of(pipeline.config()).run();
      assertThat(report.findings()).isEmpty();
      assertThat(report.notices()).isEmpty();
      assertThat(report.bronzeRows()).isEqualTo(sent);
      List<DataFile> files = pipeline.tables().bronze().snapshot().files();
      assertThat(files).anyMatch(file -> file.tags().containsKey(FileTags.BATCHES));
      assertThat(pipeline.bronzeRows()).hasSize(sent).doesNotHaveDuplicates();
      assertThat(silverKnowsBronzesIngestTimes(pipeline)).isTrue();
    }
  }

  private static void awaitTaken(PipelineService service, long records) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.counters().records() >= records);
  }

  private static boolean silverKnowsBronzesIngestTimes(TestPipeline pipeline) throws Exception {
    List<Long> bronze =
        pipeline.bronzeRows().stream().map(row -> row.getLong(column(row, "ingest_ts"))).toList();
    return pipeline.silverRows().stream()
        .allMatch(row -> bronze.contains(row.getLong(column(row, "bronze_ingest_ts"))));
  }

  private static int column(Row row, String name) {
    return row.schema().require(name);
  }
}
