package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.FileTags;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service goes on, without starting anything again, while others rewrite silver. */
class FollowingIT {
  private static final int KEYS = 300;
  private static final int ROUND = 1_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"1, true", "4, true", "4, false"})
  void silverPutTogetherByOthersIsFollowed(int partitions, boolean vectors) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      // Given
      TestTopic topic = TestTopic.create(broker, "followed", partitions);
      KeyedArrivals arrivals =
          new KeyedArrivals(7, KEYS, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
      TestPipeline pipeline =
          TestPipeline.tfl(
              broker.bootstrapServers(),
              topic.name(),
              directory,
              "bronze.flush-interval=200ms",
              "silver.flush-interval=300ms",
              "silver.deletion-vectors=" + vectors);

      // When
      try (PipelineService service = pipeline.start()) {
        for (int round = 0; round < 4; round++) {
          send(topic, arrivals);
          awaitDurable(service, partitions, (round + 1L) * ROUND);
          Foreign.optimize(pipeline);
        }
        send(topic, arrivals);
        awaitDurable(service, partitions, 5L * ROUND);

        // Then
        assertThat(service.counters().restarts()).isZero();
      }
      assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
      assertThat(pipeline.bronzeRows()).hasSize(5 * ROUND);
      assertThat(pipeline.silverRows()).hasSize(KEYS);
      assertThat(pipeline.tables().silver().snapshot().files())
          .anyMatch(file -> !FileTags.owner(file).equals(FileTags.NO_OWNER));
    }
  }

  private static void send(TestTopic topic, KeyedArrivals arrivals) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < ROUND; i++) {
      values.add(arrivals.next().value());
    }
    topic.send(values);
  }

  private static void awaitDurable(PipelineService service, int partitions, long records) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                service.leases().all().size() == partitions
                    && service.leases().all().stream().mapToLong(Lease::durable).sum() >= records);
  }
}
