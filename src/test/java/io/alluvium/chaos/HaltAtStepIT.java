package io.alluvium.chaos;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.Step;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that dies at exactly one of the named steps, for each of them. A step that isn't
 * reached fails the test.
 */
@Tag("long")
class HaltAtStepIT {
  private static final int PARTITIONS = 4;
  private static final int PER_SECOND = 500;

  /** Steps that a process comes to only when it has to give partitions away. */
  private static final Set<Step> GIVING_AWAY = EnumSet.of(Step.REVOKING, Step.REVOKED);

  /** Steps of a pipeline that re-keys; see {@link RekeyKillIT}. */
  private static final Set<Step> ELSEWHERE = EnumSet.of(Step.REKEYING, Step.REKEYED);

  private static EmbeddedBroker broker;

  @TempDir private Path directory;
  private ChaosRig rig;
  private Child survivor;

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

  @ParameterizedTest
  @EnumSource
  void aHaltAtAnyStepLosesAndRepeatsNothing(Workload workload) throws Exception {
    // Given
    rig =
        ChaosRig.open(
            broker,
            "halt-" + workload,
            PARTITIONS,
            directory,
            new ChaosRig.Options(workload, PER_SECOND, List.of()));
    rig.producer().allow(Long.MAX_VALUE);
    survivor = rig.launch().start();
    rig.awaitCommits(2);

    // When
    for (int round = 0; round < ChaosSize.halts(); round++) {
      for (Step step : EnumSet.complementOf(EnumSet.copyOf(ELSEWHERE))) {
        haltAt(step);
      }
    }

    // Then
    rig.finish();
    survivor.assertServing();
  }

  /** A second process comes and takes partitions over; one of the two halts, the other goes on. */
  private void haltAt(Step step) throws Exception {
    if (GIVING_AWAY.contains(step)) {
      // Once all partitions get on, none is held by a dead member any more: the survivor has all.
      rig.awaitPassed();
    }
    Child newcomer = rig.launch();
    Child victim = GIVING_AWAY.contains(step) ? survivor : newcomer;
    victim.haltAt(step);
    newcomer.start();
    victim.awaitReached(step);
    victim.awaitDeath();
    survivor = victim == survivor ? newcomer : survivor;
    rig.awaitCommits(2);
  }
}
