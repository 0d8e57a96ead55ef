package io.alluvium.benchmark;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.kernel.KernelTable;
import io.alluvium.delta.log.EngineRules;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.standalone.StandaloneTable;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * What a table's log costs: {@code open}, the time to open it after many commits, and {@code
 * commit}, the time of a commit over many active files. Data files are named and don't exist.
 */
public final class LogBenchmark {
  private static final String POSITION = "benchmark/bronze/topic-0";
  private static final int OPENINGS = 7;
  private static final int COMMITS = 41;

  /** A retention so short that it does within this run what a day's does in a year. */
  private static final Map<String, String> CLEANED =
      Map.of("delta.logRetentionDuration", "interval 1 seconds", "delta.checkpointInterval", "100");

  private static final Map<String, String> KEPT = Map.of("delta.checkpointInterval", "100");

  private final Path directory;
  private final PrintStream out;

  private LogBenchmark(Path directory, PrintStream out) {
    this.directory = directory;
    this.out = out;
  }

  /** How a table is opened. */
  @FunctionalInterface
  private interface Engine {
    TableLog open(TableSpec spec, LogAccess access) throws IOException;

    static Map<String, Engine> all() {
      return Map.of(
          "standalone",
          StandaloneTable::openOrCreate,
          "kernel",
          (spec, access) -> KernelTable.openOrCreate(spec, EngineRules.OWN_APPENDER, access));
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory("alluvium-benchmark");
    try {
      LogBenchmark benchmark = new LogBenchmark(directory, System.out);
      if (arguments.length == 1 && arguments[0].equals("open")) {
        benchmark.open();
      } else if (arguments.length == 1 && arguments[0].equals("commit")) {
        benchmark.commit();
      } else {
        throw new IllegalArgumentException("one of open, commit");
      }
    } finally {
      delete(directory);
    }
  }

  private void open() throws IOException {
    out.println("| commits | expired files | files in the log | engine | ms to open |");
    for (Map<String, String> properties : List.of(CLEANED, KEPT)) {
      for (int commits : new int[] {200, 20_000}) {
        TableSpec spec = spec("open-" + commits + "-" + properties.size(), properties);
        fill(spec, commits);
        for (Map.Entry<String, Engine> engine : Engine.all().entrySet()) {
          long[] nanos = new long[OPENINGS];
          for (int i = 0; i < OPENINGS; i++) {
            long start = System.nanoTime();
            engine.getValue().open(spec, access()).snapshot();
            nanos[i] = System.nanoTime() - start;
          }
          out.printf(
              "| %d | %s | %d | %s | %.1f |%n",
              commits,
              properties == CLEANED ? "go" : "stay",
              logFiles(spec),
              engine.getKey(),
              median(nanos));
        }
      }
    }
  }

  /** Commits that each replace the file of the one before, so that only the log grows. */
  private static void fill(TableSpec spec, int commits) throws IOException {
    TableLog table = KernelTable.openOrCreate(spec, EngineRules.OWN_APPENDER, access());
    List<DataFile> before = List.of();
    for (int i = 0; i < commits; i++) {
      List<DataFile> next = List.of(file(i));
      table.commit(change(next, before, i == 0 ? TxnAdvance.NONE : i, i + 1));
      before = next;
    }
  }

  private void commit() throws IOException {
    out.println("| active files | engine | ms a commit | slowest, with a checkpoint |");
    for (int active : new int[] {1, 10_000, 100_000}) {
      for (Map.Entry<String, Engine> engine : Engine.all().entrySet()) {
        TableSpec spec =
            spec("commit-" + active + engine.getKey(), Map.of("delta.checkpointInterval", "20"));
        List<DataFile> files = new ArrayList<>();
        for (int i = 0; i < active; i++) {
          files.add(file(i));
        }
        KernelTable.openOrCreate(spec, EngineRules.OWN_APPENDER, access())
            .commit(change(files, List.of(), TxnAdvance.NONE, 1));
        TableLog table = engine.getValue().open(spec, access());
        long[] nanos = new long[COMMITS];
        for (int i = 0; i < COMMITS; i++) {
          TableChange change = change(List.of(file(active + i)), List.of(), i + 1, i + 2);
          long start = System.nanoTime();
          table.commit(change);
          nanos[i] = System.nanoTime() - start;
        }
        out.printf(
            "| %d | %s | %.1f | %.0f |%n",
            active, engine.getKey(), median(nanos), Arrays.stream(nanos).max().orElseThrow() / 1e6);
      }
    }
  }

  private TableSpec spec(String name, Map<String, String> properties) {
    Schema schema = Schema.of(new Column("id", Type.STRING), new Column("line", Type.STRING));
    return new TableSpec(
        name, directory.resolve(name).toString(), schema, List.of("line"), properties);
  }

  /** Checkpoints and cleaning within the commit that brings them, whichever the engine. */
  private static LogAccess access() {
    Configuration conf = HadoopConf.with("file", LocalLogStore.class);
    return new LogAccess(new LocalLogStore(conf), conf, Clock.systemUTC(), Runnable::run);
  }

  private static DataFile file(int number) {
    return new DataFile(
        "line=x/part-%08d-%s.parquet".formatted(number, UUID.randomUUID()),
        Map.of("line", "x"),
        1_000_000,
        1_700_000_000_000L,
        2_000,
        "{\"numRecords\":2000,\"minValues\":{\"id\":\"a\"},\"maxValues\":{\"id\":\"z\"},"
            + "\"nullCount\":{\"id\":0}}",
        Map.of());
  }

  private static TableChange change(
      List<DataFile> adds, List<DataFile> removes, long from, long to) {
    return new TableChange(
        UUID.randomUUID().toString(),
        adds,
        removes,
        List.of(new TxnAdvance(POSITION, from, to)),
        new Operation("STREAMING UPDATE", Map.of(), Map.of()));
  }

  private static double median(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e6;
  }

  private static long logFiles(TableSpec spec) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(spec.path()).resolve("_delta_log"))) {
      return files.count();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
