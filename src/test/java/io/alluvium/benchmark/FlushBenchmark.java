package io.alluvium.benchmark;

import io.alluvium.config.PipelineParser;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.kernel.KernelTable;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.TableFeatures;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.store.LatestStore;
import io.alluvium.store.ReplacedRows;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.MergeOnReadPlan;
import io.alluvium.upsert.Owner;
import io.alluvium.upsert.UpsertWriter;
import io.alluvium.upsert.WrittenUpsert;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * What a flush of 10,000 changed rows costs in tables of different sizes: seal, encode, commit, on
 * a local disk, with the columns of TfL's silver table. Then what loading the table again costs.
 * Arguments: numbers of keys.
 */
public final class FlushBenchmark {
  private static final int CHANGED = 10_000;
  private static final int WARM_UP = 10;
  private static final int MEASURED = 20;
  private static final Owner OWNER = Owner.of("0/1", 1);

  private final SilverConfig config;
  private final TableSpec spec;
  private final LocalTableStorage storage;
  private final TableLog table;
  private final UpsertWriter writer;
  private final RowBuilder builder;
  private final SplittableRandom random = new SplittableRandom(7);

  private FlushBenchmark(Path directory) throws IOException {
    config =
        PipelineParser.ofProcess()
            .parse(Path.of("config/tfl.yaml"), List.of("silver.path=" + directory))
            .config()
            .silver();
    TableSpec configured = config.table();
    spec =
        new TableSpec(
            configured.name(),
            directory.toString(),
            configured.schema(),
            List.of(),
            Map.of(TableFeatures.ENABLE_VECTORS, "true", "delta.checkpointInterval", "1000000"));
    storage = new LocalTableStorage(directory);
    Configuration conf = HadoopConf.with("file", LocalLogStore.class);
    table =
        KernelTable.openOrCreate(
            spec, new LogAccess(new LocalLogStore(conf), conf, Clock.systemUTC(), Runnable::run));
    writer = new UpsertWriter(storage, spec, DataFileSettings.DEFAULT, Clock.systemUTC());
    builder = new RowBuilder(spec.schema());
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "keys | flush ms, median (p95) | CPU ms | bytes | of which vectors | after "
            + (WARM_UP + MEASURED)
            + " flushes | load s | heap MB");
    for (String keys : arguments) {
      Path directory = Files.createTempDirectory("flush-benchmark");
      new FlushBenchmark(directory.resolve("silver")).run(Integer.parseInt(keys));
      try (var files = Files.walk(directory)) {
        files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
      }
    }
  }

  private void run(int keys) throws IOException {
    LatestStore<DataFile> store = store();
    for (int key = 0; key < keys; key++) {
      store.fold(row(key, 0));
      if (key % 1_000_000 == 999_999) {
        flush(store);
      }
    }
    flush(store);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < WARM_UP + MEASURED; i++) {
      for (int change = 0; change < CHANGED; change++) {
        store.fold(row(random.nextInt(keys), i + 1));
      }
      Sample sample = flush(store);
      if (i >= WARM_UP) {
        samples.add(sample);
      }
    }
    long began = System.nanoTime();
    LatestStore<DataFile> loaded = load();
    double seconds = (System.nanoTime() - began) / 1e9;
    if (loaded.size() != store.size()) {
      throw new IllegalStateException(loaded.size() + " keys instead of " + store.size());
    }
    report(keys, samples, seconds, loaded);
  }

  private record Sample(double millis, double cpuMillis, long bytes, long vectorBytes) {}

  private Sample flush(LatestStore<DataFile> store) throws IOException {
    long cpu = cpuNanos();
    long began = System.nanoTime();
    Upsert<DataFile> upsert = store.seal(new MergeOnReadPlan(Owner.Untagged.OWN));
    WrittenUpsert written = writer.write(upsert, OWNER);
    table.commit(
        new TableChange(
            UUID.randomUUID().toString(),
            TableChange.Effect.ROWS,
            written.adds(),
            written.removes(),
            List.of(),
            List.of(),
            new Operation("MERGE", Map.of(), Map.of()),
            TableChange.APPEND));
    store.committed(written.placement());
    double millis = (System.nanoTime() - began) / 1e6;
    long vectorBytes = 0;
    long bytes = 0;
    for (String path : written.newPaths()) {
      long size = Files.size(Path.of(spec.path()).resolve(path));
      bytes += size;
      vectorBytes += path.startsWith("deletion_vector") ? size : 0;
    }
    return new Sample(millis, (cpuNanos() - cpu) / 1e6, bytes, vectorBytes);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private LatestStore<DataFile> store() {
    Schema schema = spec.schema();
    return new LatestStore<>(
        schema.requireAll(config.key()),
        schema.requireAll(config.sequenceBy()),
        ReplacedRows.FORGET);
  }

  private LatestStore<DataFile> load() throws IOException {
    LatestStore<DataFile> store = store();
    DataFileReader reader = new DataFileReader(storage, spec.schema());
    for (DataFile file : table.snapshot().files()) {
      if (!FileTags.owner(file).equals("0/1")) {
        throw new IllegalStateException("a file of somebody else's: " + file);
      }
      try (RowIterator rows = reader.open(file)) {
        store.load(file, (int) file.numRecords(), rows);
      }
    }
    return store;
  }

  /** Values of the lengths and the variety that arrivals have. */
  private Row row(int key, int round) {
    builder.clear();
    Schema schema = spec.schema();
    for (int column = 0; column < schema.size(); column++) {
      switch (schema.type(column)) {
        case STRING -> builder.setString(column, text(schema.column(column).name(), key, round));
        case INT -> builder.setInt(column, (key * 31 + round) & 2047);
        case DATE -> builder.setInt(column, 20_500);
        case LONG -> builder.setLong(column, key + round);
        case DOUBLE -> builder.setDouble(column, (key & 255) / 7.0);
        case BOOLEAN -> builder.setBoolean(column, (key & 1) == 0);
        case TIMESTAMP ->
            builder.setLong(column, 1_770_000_000_000_000L + round * 2_000_000L + key);
        case BINARY -> builder.setNull(column);
      }
    }
    return builder.build();
  }

  private static String text(String column, int key, int round) {
    return switch (column) {
      case "vehicleId" -> "V" + key;
      case "id" -> Integer.toString(key * 0x9E3779B9 + round);
      case "naptanId" -> "940GZZLU" + key % 600;
      case "stationName", "destinationName" -> "Station number " + key % 600;
      case "currentLocation" -> "Between stations " + (key + round) % 997;
      default -> column + key % 11;
    };
  }

  private static void report(
      int keys, List<Sample> samples, double loadSeconds, LatestStore<DataFile> loaded) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long heap = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    double[] millis = samples.stream().mapToDouble(Sample::millis).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%d | %.0f (%.0f) | %.0f | %d | %d | %d files | %.1f | %d, rows alone %d%n",
        keys,
        millis[millis.length / 2],
        millis[millis.length * 95 / 100],
        samples.stream().mapToDouble(Sample::cpuMillis).average().orElseThrow(),
        Math.round(samples.stream().mapToLong(Sample::bytes).average().orElseThrow()),
        Math.round(samples.stream().mapToLong(Sample::vectorBytes).average().orElseThrow()),
        loaded.files().size(),
        loadSeconds,
        heap,
        loaded.rowBytes() >> 20);
    if (Arrays.stream(millis).anyMatch(ms -> ms <= 0)) {
      throw new IllegalStateException("a flush that took no time");
    }
  }
}
