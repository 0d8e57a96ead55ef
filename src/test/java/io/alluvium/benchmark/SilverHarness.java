package io.alluvium.benchmark;

import io.alluvium.config.PipelineParser;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
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
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.store.LatestStore;
import io.alluvium.store.ReplacedRows;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.CompactionPlan;
import io.alluvium.upsert.MergeOnReadPlan;
import io.alluvium.upsert.Owner;
import io.alluvium.upsert.Relocation;
import io.alluvium.upsert.UpsertWriter;
import io.alluvium.upsert.WrittenUpsert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * A silver table with TfL's columns and its store, without the stream: what is folded is flushed by
 * the parts that the service uses, on the calling thread.
 */
final class SilverHarness {
  private static final Owner OWNER = Owner.of("0/1", 1);
  private static final CompactionPlan COMPACTION =
      new CompactionPlan(128L << 20, Owner.Untagged.OWN);

  private final SilverConfig config;
  private final TableSpec spec;
  private final LocalTableStorage storage;
  private final TableLog table;
  private final UpsertWriter writer;
  private final RowBuilder builder;
  private final LatestStore<DataFile> store;

  /**
   * @param properties of the table
   */
  SilverHarness(Path directory, Map<String, String> properties) throws IOException {
    config =
        PipelineParser.ofProcess()
            .parse(Path.of("config/tfl.yaml"), List.of("silver.path=" + directory))
            .config()
            .silver();
    Map<String, String> all = new TreeMap<>(properties);
    all.put(TableFeatures.ENABLE_VECTORS, "true");
    spec =
        new TableSpec(
            config.table().name(), directory.toString(), config.table().schema(), List.of(), all);
    storage = new LocalTableStorage(directory);
    Configuration conf = HadoopConf.with("file", LocalLogStore.class);
    table =
        KernelTable.openOrCreate(
            spec, new LogAccess(new LocalLogStore(conf), conf, Clock.systemUTC(), Runnable::run));
    writer = new UpsertWriter(storage, spec, DataFileSettings.DEFAULT, Clock.systemUTC());
    builder = new RowBuilder(spec.schema());
    store = newStore();
  }

  LatestStore<DataFile> store() {
    return store;
  }

  Path directory() {
    return Path.of(spec.path());
  }

  /** A change of a key; later rounds win. */
  void fold(int key, int round) {
    store.fold(row(key, round));
  }

  /**
   * What a commit wrote.
   *
   * @param bytes of all files, vectors among them
   */
  record Written(long rows, long bytes, long vectorBytes) {}

  Written flush() throws IOException {
    Upsert<DataFile> upsert = store.seal(new MergeOnReadPlan(Owner.Untagged.OWN));
    WrittenUpsert written = writer.write(upsert, OWNER);
    commit(written, TableChange.Effect.ROWS, "MERGE");
    return written(written, upsert.changed().rows().size() + written.copied());
  }

  /** Puts files together if the plan finds some, right after a flush. */
  Written compact() throws IOException {
    List<DataFile> sources = COMPACTION.choose(store.files());
    if (sources.isEmpty()) {
      return new Written(0, 0, 0);
    }
    Upsert.Entries live = store.copy(sources);
    List<Relocation.Target> targets = new ArrayList<>();
    long bytes = 0;
    for (WrittenFile file : writer.copy(live.rows(), OWNER.tags())) {
      int[] ids = Arrays.stream(file.rows()).map(row -> live.ids()[row]).toArray();
      targets.add(new Relocation.Target(file.file(), ids));
      bytes += file.file().size();
    }
    WrittenUpsert written = writer.write(new Relocation(sources, targets));
    commit(written, TableChange.Effect.LAYOUT, "OPTIMIZE");
    return new Written(written.copied(), bytes, 0);
  }

  private void commit(WrittenUpsert written, TableChange.Effect effect, String operation)
      throws IOException {
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                effect,
                written.adds(),
                written.removes(),
                List.of(),
                List.of(),
                new Operation(operation, Map.of(), Map.of()),
                TableChange.APPEND));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IllegalStateException(outcome.toString());
    }
    store.committed(written.placement());
  }

  private Written written(WrittenUpsert written, long rows) throws IOException {
    long bytes = 0;
    long vectorBytes = 0;
    for (String path : written.newPaths()) {
      long size = Files.size(directory().resolve(path));
      bytes += size;
      vectorBytes += path.startsWith("deletion_vector") ? size : 0;
    }
    return new Written(rows, bytes, vectorBytes);
  }

  private LatestStore<DataFile> newStore() {
    Schema schema = spec.schema();
    return new LatestStore<>(
        schema.requireAll(config.key()), config.matching().precedence(schema), ReplacedRows.FORGET);
  }

  /** A second store, read from the table as a restart does. */
  LatestStore<DataFile> load() throws IOException {
    LatestStore<DataFile> loaded = newStore();
    DataFileReader reader = new DataFileReader(storage, spec.schema());
    for (DataFile file : table.snapshot().files()) {
      try (RowIterator rows = reader.open(file)) {
        loaded.load(file, (int) file.numRecords(), rows);
      }
    }
    if (loaded.size() != store.size()) {
      throw new IllegalStateException(loaded.size() + " keys instead of " + store.size());
    }
    return loaded;
  }

  /** Values of the lengths and the variety that arrivals have. */
  private Row row(int key, int round) {
    builder.clear();
    Schema schema = spec.schema();
    for (int column = 0; column < schema.size(); column++) {
      switch (schema.type(column).kind()) {
        case STRING -> builder.setString(column, text(schema.column(column).name(), key, round));
        case INT -> builder.setInt(column, (key * 31 + round) & 2047);
        case DATE -> builder.setInt(column, 20_500);
        case LONG -> builder.setLong(column, key + round);
        case DOUBLE -> builder.setDouble(column, (key & 255) / 7.0);
        case DECIMAL -> builder.setUnscaled(column, 5);
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
}
