package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each recording ends in the numbers of rows that are known for it, on one and four partitions. */
class RecordedFeedsIT {
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
  @CsvSource({
    "tube-2025-snapshots, 1, 26317, 13274",
    "tube-2025-snapshots, 4, 26317, 13274",
    "bus-all-london-push-2022, 1, 14043, 14021",
    "bus-all-london-push-2022, 4, 14043, 14021",
    "tube-victoria-three-snapshots, 1, 814, 496",
    "tube-one-train-many-platforms, 1, 36, 0",
  })
  void everyMessageIsInBronzeAndEveryKeyOnceInSilver(
      String recording, int partitions, int bronze, int silver) throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, recording + "-" + partitions, partitions);
    topic.send(Recording.tfl(recording));
    TestPipeline pipeline = TestPipeline.tfl(broker.bootstrapServers(), topic.name(), directory);

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows().size()).isEqualTo(bronze);
    assertThat(pipeline.silverRows().size()).isEqualTo(silver);
  }

  @Test
  void twoThreadsOfOneInstanceShareTheWorkAndGiveTheSame() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "threads", 4);
    topic.send(Recording.tfl("tube-2025-snapshots"));
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(), topic.name(), directory, "kafka.num.stream.threads=2");

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows().size()).isEqualTo(26_317);
    assertThat(pipeline.silverRows().size()).isEqualTo(13_274);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"tube-2025-snapshots, 26317, 13274", "bus-all-london-push-2022, 14043, 14021"})
  void twoInstancesShareTheWorkAndGiveTheSame(String recording, int bronze, int silver)
      throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, recording + "-shared", 4);
    List<byte[]> values = Recording.tfl(recording);
    topic.send(values.subList(0, values.size() / 2));
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            topic.name(),
            directory,
            "name=" + recording,
            "bronze.flush-interval=300ms",
            "silver.flush-interval=600ms");

    // When
    try (PipelineService one = pipeline.start();
        PipelineService other = pipeline.start()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> one.leases().all().size() == 2 && other.leases().all().size() == 2);
      topic.send(values.subList(values.size() / 2, values.size()));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> durable(one) + durable(other) == values.size());
    }

    // Then
    assertThat(pipeline.bronzeRows().size()).isEqualTo(bronze);
    assertThat(pipeline.silverRows().size()).isEqualTo(silver);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  /** Messages: the offsets of this topic have no gaps. */
  private static long durable(PipelineService service) {
    return service.leases().all().stream().mapToLong(Lease::durable).sum();
  }
}
