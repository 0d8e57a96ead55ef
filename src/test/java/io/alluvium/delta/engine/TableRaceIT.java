package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several processes on one table. */
class TableRaceIT {
  private static final int COMMITS = 120;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoProcessesLoseNothingAndDoNothingTwice(Engine engine) throws Exception {
    // Given
    Path table = directory.resolve("table");
    List<Path> notes = List.of(directory.resolve("one"), directory.resolve("two"));

    // When
    List<Process> writers = new ArrayList<>();
    for (Path note : notes) {
      writers.add(writer(engine, table, note));
    }
    for (Process writer : writers) {
      assertThat(writer.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(writer.exitValue()).isZero();
    }

    // Then
    Map<String, Long> acknowledged = new HashMap<>();
    List<Long> positions = new ArrayList<>();
    for (Path note : notes) {
      for (String line : Files.readAllLines(note)) {
        String[] parts = line.split(" ", -1);
        acknowledged.put(parts[2], Long.parseLong(parts[0]));
        positions.add(Long.parseLong(parts[1]));
      }
    }
    TableSnapshot snapshot = engine.open(Changes.spec(table)).snapshot();
    assertThat(positions)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 2 * COMMITS).boxed().toList());
    assertThat(snapshot.version()).isEqualTo(2 * COMMITS);
    assertThat(snapshot.txn(RacingWriter.POSITION)).hasValue(2 * COMMITS - 1);
    assertThat(snapshot.files())
        .extracting(DataFile::path)
        .containsExactlyInAnyOrderElementsOf(acknowledged.keySet());
    for (Map.Entry<String, Long> commit : acknowledged.entrySet()) {
      assertThat(table.resolve("_delta_log/%020d.json".formatted(commit.getValue())))
          .content()
          .contains(commit.getKey());
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void killedWritersLeaveATableThatGoesOn(Engine engine) throws Exception {
    // Given
    Path table = directory.resolve("table");
    TableLog survivor = engine.open(Changes.spec(table));
    for (int kill = 0; kill < 3; kill++) {
      Path note = directory.resolve("killed" + kill);
      Process writer = writer(engine, table, note);
      long before = survivor.snapshot().version();
      while (survivor.snapshot().version() < before + 15 && writer.isAlive()) {
        Thread.sleep(7);
      }
      writer.destroyForcibly().waitFor();
    }

    // When
    TableSnapshot snapshot = survivor.snapshot();
    survivor.commit(
        Changes.append(
            Changes.file(),
            new TxnAdvance(
                RacingWriter.POSITION,
                snapshot.txn(RacingWriter.POSITION).orElseThrow(),
                1_000_000)));

    // Then
    TableSnapshot fresh = engine.open(Changes.spec(table)).snapshot();
    assertThat(fresh.version()).isEqualTo(snapshot.version() + 1);
    assertThat(fresh.files()).containsExactlyInAnyOrderElementsOf(survivor.snapshot().files());
    assertThat(fresh.files()).hasSize((int) fresh.version());
    for (int kill = 0; kill < 3; kill++) {
      for (String line : Files.readAllLines(directory.resolve("killed" + kill))) {
        assertThat(fresh.files()).extracting(DataFile::path).contains(line.split(" ", -1)[2]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void ofManyCreatorsOneCreatesAndTheOthersOpen(Engine engine) throws Exception {
    // Given
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CyclicBarrier start = new CyclicBarrier(4);
    Callable<TableLog> creator =
        () -> {
          start.await();
          return engine.open(Changes.spec(directory));
        };

    // When
    List<Future<TableLog>> opened = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      opened.add(threads.submit(creator));
    }

    // Then
    for (Future<TableLog> table : opened) {
      assertThat(table.get().snapshot().version()).isZero();
    }
    threads.shutdown();
  }

  private static Process writer(Engine engine, Path table, Path note) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RacingWriter.class.getName(),
            engine.name(),
            table.toString(),
            note.getFileName().toString(),
            String.valueOf(COMMITS),
            note.toString())
        .redirectErrorStream(true)
        .redirectOutput(note.resolveSibling(note.getFileName() + ".log").toFile())
        .start();
  }
}
