package io.alluvium.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A silver table over many hours, as fast as it goes: 60,000 keys, all of them renewed every 30 s
 * in an order that changes, a flush each 5 s, files put together as the service does. Says for each
 * hour how many rows were written for one that changed, and what the table looks like. The log's
 * retention is cut down as time is. Argument: hours.
 */
final class DayBenchmark {
  private static final int KEYS = 60_000;
  private static final int FLUSHES_A_ROUND = 6;
  private static final int FLUSHES_AN_HOUR = 720;

  private DayBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "hour | rows written for one changed | MB written | files | load ms | log files | log KB");
    try (ScratchDirectory scratch = ScratchDirectory.create()) {
      SilverHarness silver =
          new SilverHarness(
              scratch.path().resolve("silver"),
              Map.of(
                  "delta.checkpointInterval",
                  "100",
                  "delta.logRetentionDuration",
                  "interval 1 second"));
      List<Integer> keys = new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
      Random random = new Random(7);
      int flush = 0;
      for (int hour = 1; hour <= Integer.parseInt(arguments[0]); hour++) {
        long changed = 0;
        long rows = 0;
        long bytes = 0;
        for (int i = 0; i < FLUSHES_AN_HOUR; i++, flush++) {
          if (flush % FLUSHES_A_ROUND == 0) {
            Collections.shuffle(keys, random);
          }
          for (int k = flush % FLUSHES_A_ROUND; k < KEYS; k += FLUSHES_A_ROUND) {
            silver.fold(keys.get(k), flush);
            changed++;
          }
          for (SilverHarness.Written written : List.of(silver.flush(), silver.compact())) {
            rows += written.rows();
            bytes += written.bytes();
          }
        }
        report(hour, (double) rows / changed, bytes, silver);
      }
    }
  }

  private static void report(int hour, double amplification, long bytes, SilverHarness silver)
      throws IOException {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long began = System.nanoTime();
      silver.load();
      best = Math.min(best, System.nanoTime() - began);
    }
    long logFiles = 0;
    long logBytes = 0;
    try (Stream<Path> log = Files.list(silver.directory().resolve("_delta_log"))) {
      for (Path file : (Iterable<Path>) log::iterator) {
        logFiles++;
        logBytes += Files.size(file);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d | %.2f | %d | %d | %.0f | %d | %d%n",
        hour,
        amplification,
        bytes >> 20,
        silver.store().files().size(),
        best / 1e6,
        logFiles,
        logBytes >> 10);
  }
}
