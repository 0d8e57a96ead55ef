package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.objectstorage.EmulatedStorage;
import io.alluvium.objectstorage.StorageTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two instances commit to one table on object storage that fails in every way it can. */
class ObjectStorageRaceIT {
  /** One request in so many goes wrong. */
  private static final int TROUBLE = 60;

  @TempDir private Path directory;

  /** What a writer was told, by the version that was told. */
  private record Acknowledged(long version, long position, String file) {}

  @ParameterizedTest
  @CsvSource({"S3, KERNEL", "OCI, KERNEL", "S3, STANDALONE", "OCI, STANDALONE"})
  void nothingIsLostAndNothingTwice(EmulatedStorage.Kind kind, Engine engine) throws Exception {
    // Given
    int commits = engine == Engine.KERNEL ? Integer.getInteger("chaos.race", 500) : 15;
    try (EmulatedStorage storage = kind.start(directory, StorageTrouble.oneIn(TROUBLE, 7))) {
      // Few checkpoints: each reads all of the table, and it is the commits that race here.
      TableSpec spec = Changes.spec(storage.path("raced")).with("delta.checkpointInterval", "100");

      // When
      List<Acknowledged> all = new ArrayList<>();
      ExecutorService threads = Executors.newFixedThreadPool(2);
      List<Future<List<Acknowledged>>> writers = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        Callable<List<Acknowledged>> work =
            () -> race(persistently(() -> open(engine, spec, storage)), commits);
        writers.add(threads.submit(work));
      }
      for (Future<List<Acknowledged>> writer : writers) {
        all.addAll(writer.get());
      }
      threads.shutdown();

      // Then
      TableSnapshot table = persistently(() -> open(engine, spec, storage).snapshot());
      assertThat(all)
          .extracting(Acknowledged::position)
          .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 2L * commits).boxed().toList());
      assertThat(all)
          .extracting(Acknowledged::version)
          .containsExactlyInAnyOrderElementsOf(
              LongStream.rangeClosed(1, 2L * commits).boxed().toList());
      assertThat(table.version()).isEqualTo(2L * commits);
      assertThat(table.files())
          .extracting(DataFile::path)
          .containsExactlyInAnyOrderElementsOf(all.stream().map(Acknowledged::file).toList());
    }
  }

  private static TableLog open(Engine engine, TableSpec spec, EmulatedStorage storage)
      throws IOException {
    return engine.open(spec, storage.access().logs(Clock.systemUTC(), Runnable::run));
  }

  private static List<Acknowledged> race(TableLog table, int wanted) throws Exception {
    List<Acknowledged> done = new ArrayList<>();
    long position = position(table);
    while (done.size() < wanted) {
      DataFile file = Changes.file();
      TableChange change =
          Changes.append(file, new TxnAdvance(RacingWriter.POSITION, position, position + 1));
      CommitOutcome outcome = persistently(() -> table.commit(change));
      if (outcome instanceof CommitOutcome.Committed committed) {
        position++;
        done.add(new Acknowledged(committed.version(), position, file.path()));
      } else {
        position = position(table);
      }
    }
    return done;
  }

  private static long position(TableLog table) throws Exception {
    return persistently(() -> table.snapshot().txn(RacingWriter.POSITION).orElse(TxnAdvance.NONE));
  }

  /** As a flush does: what failed with an outcome that isn't known is tried again as it is. */
  private static <T> T persistently(Callable<T> work) throws Exception {
    while (true) {
      try {
        return work.call();
      } catch (IOException e) {
        Thread.sleep(10);
      }
    }
  }
}
