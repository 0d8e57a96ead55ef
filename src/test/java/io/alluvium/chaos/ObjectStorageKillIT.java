package io.alluvium.chaos;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.objectstorage.EmulatedStorage;
import io.alluvium.objectstorage.StorageTrouble;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes with their tables on object storage, one of them killed again and again. */
class ObjectStorageKillIT {
  private static final int PER_SECOND = 2_000;
  private static final int PARTITIONS = 2;
  private static final int ONE_REQUEST_IN = 100;

  @TempDir private Path directory;

  static List<EmulatedStorage.Kind> kinds() {
    return ChaosSize.isEveryWorkload()
        ? List.of(EmulatedStorage.Kind.values())
        : List.of(EmulatedStorage.Kind.S3);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingIsLostAndNothingTwice(EmulatedStorage.Kind kind) throws Exception {
    // Given
    SplittableRandom random = new SplittableRandom(11);
    int records = ChaosSize.records() / 4;
    int kills = Math.max(1, ChaosSize.kills() / 2);
    AtomicReference<StorageTrouble> trouble =
        new AtomicReference<>(StorageTrouble.oneIn(ONE_REQUEST_IN, 5));
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        EmulatedStorage storage = kind.start(directory, request -> trouble.get().next(request));
        ChaosRig rig =
            ChaosRig.open(
                broker,
                "object-storage",
                PARTITIONS,
                directory,
                new ChaosRig.Options(Workload.ARRIVALS, PER_SECOND, storage.overrides("kills")))) {
      List<Child> running = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        running.add(rig.launch(Duration.ZERO).start());
      }

      // When
      for (int kill = 1; kill <= kills; kill++) {
        rig.producer().allow((long) records * kill / (kills + 1));
        rig.awaitCommits(1 + random.nextInt(3));
        Thread.sleep(random.nextInt(500));
        Child victim = running.remove(random.nextInt(running.size()));
        victim.assertServing();
        victim.kill();
        running.add(rig.launch(Duration.ZERO).start());
      }
      rig.producer().allow(records);
      rig.awaitSent(records);
      rig.awaitPassed();

      // Then: without trouble for who only looks
      trouble.set(StorageTrouble.NONE);
      rig.finish();
      running.forEach(Child::assertServing);
    }
  }
}
