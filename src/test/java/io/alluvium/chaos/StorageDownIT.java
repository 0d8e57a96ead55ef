package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.PipelineService;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Storage that is away for a while, for less and for more than the deadline: the service goes on by
 * itself, and nothing is lost or repeated.
 */
class StorageDownIT {
  private static final int PARTITIONS = 2;
  private static final int PER_SECOND = 500;
  private static final String SHORTER_THAN_THE_OUTAGE = "3s";

  private static EmbeddedBroker broker;

  @TempDir private Path directory;
  private ChaosRig rig;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @AfterEach
  void closeRig() throws InterruptedException {
    if (rig != null) {
      rig.close();
    }
  }

  static Stream<Arguments> theServiceGoesOnByItself() {
    return Workload.with(
        arguments(Outage.Kind.SILVER_LOG_MOVED_AWAY, "2m"),
        arguments(Outage.Kind.SILVER_LOG_MOVED_AWAY, "3s"),
        arguments(Outage.Kind.DISK_FULL, "2m"),
        arguments(Outage.Kind.LOG_STORE_FAILS, "3s"),
        arguments(Outage.Kind.BRONZE_LOG_MOVED_AWAY, "3s"),
        arguments(Outage.Kind.TABLE_IS_A_FILE, "3s"),
        arguments(Outage.Kind.DISK_FULL, "3s"));
  }

  @ParameterizedTest
  @MethodSource
  void theServiceGoesOnByItself(Workload workload, Outage.Kind kind, String deadline)
      throws Exception {
    // Given
    try (Outage outage = Outage.prepare(kind, directory)) {
      rig =
          ChaosRig.open(
              broker,
              "down-" + workload + "-" + kind + "-" + deadline,
              PARTITIONS,
              directory,
              new ChaosRig.Options(
                  workload, PER_SECOND, List.of("limits.storage-deadline=" + deadline)));
      PipelineService service = rig.serve(FaultyLogStore.opener(outage.faults()));
      rig.producer().allow(Long.MAX_VALUE);
      rig.awaitSent(1);
      rig.awaitPassed();

      // When
      outage.begin();
      Thread.sleep(ChaosSize.outageMillis());
      outage.end();
      rig.awaitPassed();
      rig.finish();

      // Then
      assertThat(service.hasEnded()).isFalse();
      if (deadline.equals(SHORTER_THAN_THE_OUTAGE)) {
        assertThat(service.counters().restarts()).as("restarts").isPositive();
      }
      rig.close();
    }
  }
}
