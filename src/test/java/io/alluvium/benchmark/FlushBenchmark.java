package io.alluvium.benchmark;

import io.alluvium.delta.DataFile;
import io.alluvium.store.LatestStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a flush of 10,000 changed rows costs in tables of different sizes: seal, encode, commit, on
 * a local disk; first right after the table was written, then after many flushes, when its vectors
 * have grown. Then what loading the table again costs, and the store in memory. Arguments: where to
 * make the tables, each named by its number of keys, and the numbers of keys.
 */
final class FlushBenchmark {
  private static final int CHANGED = 10_000;
  private static final int WARM_UP = 10;
  private static final int FRESH = 10;
  private static final int LATER = 60;

  private final SilverHarness silver;
  private final SplittableRandom random = new SplittableRandom(7);
  private final int keys;
  private int round;

  private FlushBenchmark(Path directory, int keys) throws IOException {
    this.silver = new SilverHarness(directory, Map.of("delta.checkpointInterval", "1000000"));
    this.keys = keys;
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "keys | state | flush ms, median (p95) | CPU ms | bytes | of which vectors | files");
    Path directory = Path.of(arguments[0]);
    // The JVM is warm before the first table counts.
    new FlushBenchmark(directory.resolve("warm-up"), 50_000).measure(WARM_UP * 4);
    for (String keys : List.of(arguments).subList(1, arguments.length)) {
      new FlushBenchmark(directory.resolve(keys), Integer.parseInt(keys)).run();
    }
  }

  private void run() throws IOException {
    for (int key = 0; key < keys; key++) {
      silver.fold(key, 0);
      if (key % 1_000_000 == 999_999) {
        silver.flush();
      }
    }
    silver.flush();
    report("fresh", measure(FRESH));
    for (int i = 0; i < LATER; i++) {
      measure(1);
      silver.compact();
    }
    report("after " + (FRESH + LATER) + " flushes", measure(FRESH));
    reportLoad();
  }

  private record Sample(double millis, double cpuMillis, SilverHarness.Written written) {}

  private List<Sample> measure(int flushes) throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < flushes; i++) {
      round++;
      for (int change = 0; change < CHANGED; change++) {
        silver.fold(random.nextInt(keys), round);
      }
      long cpu = cpuNanos();
      long began = System.nanoTime();
      SilverHarness.Written written = silver.flush();
      double millis = (System.nanoTime() - began) / 1e6;
      samples.add(new Sample(millis, (cpuNanos() - cpu) / 1e6, written));
    }
    return samples;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void report(String state, List<Sample> samples) {
    double[] millis = samples.stream().mapToDouble(Sample::millis).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%d | %s | %.0f (%.0f) | %.0f | %.0f | %.0f | %d%n",
        keys,
        state,
        millis[millis.length / 2],
        millis[millis.length * 95 / 100],
        samples.stream().mapToDouble(Sample::cpuMillis).average().orElseThrow(),
        samples.stream().mapToLong(s -> s.written().bytes()).average().orElseThrow(),
        samples.stream().mapToLong(s -> s.written().vectorBytes()).average().orElseThrow(),
        silver.store().files().size());
  }

  private void reportLoad() throws IOException {
    System.gc();
    long before = usedBytes();
    long began = System.nanoTime();
    LatestStore<DataFile> loaded = silver.load();
    double seconds = (System.nanoTime() - began) / 1e9;
    System.gc();
    System.out.printf(
        Locale.ROOT,
        "%d | loaded in %.1f s, %d bytes a key in memory, of which rows %d%n",
        keys,
        seconds,
        (usedBytes() - before) / loaded.size(),
        loaded.rowBytes() / loaded.size());
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
