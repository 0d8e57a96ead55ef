package io.alluvium.chaos;

import io.alluvium.feed.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are killed while records flow lose nothing and repeat nothing. */
class SigkillIT {
  private static final int PER_SECOND = 4_000;
  private static final int MAX_SKEW_MILLIS = 3_000;

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

  @ParameterizedTest
  @CsvSource({
    "DELETED_ARRIVALS, 1, 1, 1",
    "ORDER_LINES, 1, 2, 1",
    "PATIENTS, 4, 1, 1",
    "DELETED_ARRIVALS, 4, 2, 1",
    "ARRIVALS, 4, 2, 2"
  })
  void everyRecordSurvivesKillsOnce(Workload workload, int partitions, int instances, int threads)
      throws Exception {
    // Given
    rig =
        ChaosRig.open(
            broker,
            "sigkill-" + partitions + "-" + instances + "-" + threads,
            partitions,
            directory,
            new ChaosRig.Options(
                workload, PER_SECOND, List.of("kafka.num.stream.threads=" + threads)));
    SplittableRandom random = new SplittableRandom(partitions * 100L + instances * 10L + threads);
    List<Child> running = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      running.add(launch(random));
    }

    // When
    for (int kill = 1; kill <= ChaosSize.kills(); kill++) {
      rig.producer().allow((long) ChaosSize.records() * kill / (ChaosSize.kills() + 1));
      if (random.nextInt(4) > 0) {
        rig.awaitCommits(1 + random.nextInt(4));
      }
      Thread.sleep(random.nextInt(700));
      Child victim = running.remove(random.nextInt(running.size()));
      victim.assertServing();
      victim.kill();
      running.add(launch(random));
    }
    rig.producer().allow(ChaosSize.records());
    rig.awaitSent(ChaosSize.records());

    // Then
    rig.finish();
    running.forEach(Child::assertServing);
  }

  private Child launch(SplittableRandom random) throws Exception {
    return rig.launch(Duration.ofMillis(random.nextInt(MAX_SKEW_MILLIS))).start();
  }
}
