package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process that is stopped with written files in hand, declared dead, passed by another and woken
 * up again must not commit them.
 */
class ZombieIT {
  private static final int PER_SECOND = 500;

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
  void killChildren() throws InterruptedException {
    rig.close();
  }

  static Stream<Arguments> whatItHadWrittenIsNeverCommitted() {
    return Workload.with(
        arguments(Step.BRONZE_WRITTEN, 4),
        arguments(Step.SILVER_WRITTEN, 1),
        arguments(Step.SILVER_WRITTEN, 4));
  }

  @ParameterizedTest
  @MethodSource
  void whatItHadWrittenIsNeverCommitted(Workload workload, Step step, int partitions)
      throws Exception {
    // Given
    rig =
        ChaosRig.open(
            broker,
            "zombie-" + workload + "-" + step + "-" + partitions,
            partitions,
            directory,
            new ChaosRig.Options(workload, PER_SECOND, List.of()));
    rig.producer().allow(Long.MAX_VALUE);
    Child zombie = rig.launch().start();
    rig.awaitSent(1);
    rig.awaitPassed();
    zombie.holdAt(step).awaitReached(step);
    zombie.freeze();
    LogReader table = new LogReader(step == Step.BRONZE_WRITTEN ? rig.bronze() : rig.silver());
    Set<String> written = table.strangers();
    Child successor = rig.launch().start();
    rig.awaitPassed();

    // When
    zombie.release();
    zombie.thaw();
    rig.awaitCommits(10);
    rig.finish();

    // Then
    assertThat(written).as("files in the zombie's hand").isNotEmpty();
    table.refresh();
    assertThat(table.everAdded()).doesNotContainAnyElementsOf(written);
    zombie.assertServing();
    successor.assertServing();
  }
}
