package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.PipelineTables;
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

/** Commits that fail, and commits that only seem to: neither loses a record nor repeats one. */
class LostAcknowledgementIT {
  private static final int PER_SECOND = 500;
  private static final int COMMITS = 30;

  private static EmbeddedBroker broker;

  @TempDir private Path directory;
  private ChaosRig rig;

  /** Where the answer is lost. */
  enum Layer {
    LOG_STORE {
      @Override
      PipelineTables.Opener opener(StorageFaults faults) {
        return FaultyLogStore.opener(faults);
      }
    },
    TABLE_LOG {
      @Override
      PipelineTables.Opener opener(StorageFaults faults) {
        return FaultyTable.opener(faults);
      }
    };

    abstract PipelineTables.Opener opener(StorageFaults faults);
  }

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
    rig.close();
  }

  static Stream<Arguments> everyRecordIsThereOnce() {
    return Workload.with(
        arguments(Layer.LOG_STORE, 1),
        arguments(Layer.LOG_STORE, 4),
        arguments(Layer.TABLE_LOG, 1),
        arguments(Layer.TABLE_LOG, 4));
  }

  @ParameterizedTest
  @MethodSource
  void everyRecordIsThereOnce(Workload workload, Layer layer, int partitions) throws Exception {
    // Given
    rig =
        ChaosRig.open(
            broker,
            "lost-" + workload + "-" + layer + "-" + partitions,
            partitions,
            directory,
            new ChaosRig.Options(workload, PER_SECOND, List.of()));
    StorageFaults faults = new StorageFaults();
    PipelineService service = rig.serve(layer.opener(faults));
    rig.producer().allow(Long.MAX_VALUE);
    rig.awaitCommits(2);

    // When
    faults.beFlaky();
    rig.awaitCommits(COMMITS);
    rig.finish();

    // Then
    assertThat(faults.refused()).isPositive();
    assertThat(faults.lost()).isPositive();
    assertThat(service.hasEnded()).isFalse();
  }
}
