package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that takes longer to load than a consumer may go without polling. */
class SlowLoadIT {
  private static final Duration LOAD = Duration.ofSeconds(14);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(6);

  @TempDir private Path directory;

  @Test
  void thePartitionIsKeptWhileItLoads() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      // Given
      TestTopic topic = TestTopic.create(broker, "slow-load", 1);
      KeyedArrivals arrivals =
          new KeyedArrivals(7, 50, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
      List<byte[]> values = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        values.add(arrivals.next().value());
      }
      topic.send(values);
      TestPipeline pipeline =
          TestPipeline.tfl(
              broker.bootstrapServers(),
              topic.name(),
              directory,
              "kafka.max.poll.interval.ms=" + POLL_INTERVAL.toMillis(),
              "limits.storage-deadline=2s",
              "bronze.flush-interval=200ms",
              "silver.flush-interval=200ms");

      // When
      try (PipelineService service =
          PipelineService.open(
              pipeline.config(), SlowLoadIT::slowToLoad, Clock.systemUTC(), Probe.NONE)) {
        service.start();
        Awaitility.await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> service.leases().current(0) != null);
        final Lease first = service.leases().current(0);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> first.durable() == 200);

        // Then
        assertThat(service.leases().current(0)).isSameAs(first);
        assertThat(service.counters().restarts()).isZero();
      }
      assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
    }
  }

  private static PipelineTables slowToLoad(PipelineConfig config, Clock clock, Executor background)
      throws IOException {
    PipelineTables tables = PipelineTables.open(config, clock, background);
    return new PipelineTables(
        tables.bronze(), new SlowToLoad(tables.silver()), tables.quarantine(), tables.deleted());
  }

  /** Slow for the thread that loads stores, as fast as ever for the others. */
  private record SlowToLoad(TableLog table) implements TableLog {
    @Override
    public String path() {
      return table.path();
    }

    @Override
    public TableSnapshot snapshot() throws IOException {
      if (Thread.currentThread().getName().equals("store-loader")) {
        try {
          TimeUnit.NANOSECONDS.sleep(LOAD.toNanos());
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      return table.snapshot();
    }

    @Override
    public CommitOutcome commit(TableChange change) throws IOException {
      return table.commit(change);
    }
  }
}
