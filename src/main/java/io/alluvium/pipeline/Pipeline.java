package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.upsert.UpsertWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/** The parts of one pipeline, wired. */
final class Pipeline {
  private static final String STORE = "latest";

  private final PipelineConfig config;
  private final PipelineTables tables;
  private final RunControl control;
  private final Clock clock;
  private final Probe probe;
  private final BackgroundWork background;

  private final Leases leases = new Leases();
  private final Counters counters = new Counters();
  private final Writers writers;
  private final LeaseOffice office;

  Pipeline(
      PipelineConfig config,
      PipelineTables tables,
      RunControl control,
      Clock clock,
      Probe probe,
      BackgroundWork background) {
    this.config = config;
    this.tables = tables;
    this.control = control;
    this.clock = clock;
    this.probe = probe;
    this.background = background;
    this.writers = createWriters();
    this.office = new LeaseOffice(config, tables.bronze(), tables.silver());
  }

  Leases leases() {
    return leases;
  }

  Counters counters() {
    return counters;
  }

  Writers writers() {
    return writers;
  }

  /** Merges bronze's small files beside the stream. */
  BronzeCompaction compaction() {
    return new BronzeCompaction(
        threadName("bronze-compaction"),
        config.bronze(),
        tables.bronze(),
        storage(config.bronze().table()),
        leases,
        counters,
        clock,
        probe);
  }

  private Writers createWriters() {
    AppIds appIds = AppIds.of(config);
    Duration deadline = config.limits().storageDeadline();
    BufferBudget budget = new BufferBudget(config.limits().bufferBytes());
    BronzeSink bronze =
        new BronzeSink(
            appIds,
            writer(config.bronze().table()),
            new Quarantine(
                appIds, tables.quarantine(), writer(PipelineTables.quarantineSpec(config))),
            new OrphanFiles(storage(config.bronze().table())),
            budget,
            counters,
            probe);
    SilverSink silver =
        new SilverSink(
            appIds,
            tables.silver(),
            upsertWriter(),
            deletedKeys(),
            new OrphanFiles(storage(config.silver().table())),
            deadline,
            counters,
            probe);
    return new Writers(
        batchWriter(threadName("bronze-writer"), tables.bronze(), bronze, deadline),
        batchWriter(threadName("silver-writer"), tables.silver(), silver, deadline),
        budget,
        leases,
        probe);
  }

  /** Several pipelines may run in one process, and logs tell threads only. */
  private String threadName(String work) {
    return config.name() + "-" + work;
  }

  private static <B extends Batch> BatchWriter<B> batchWriter(
      String name, TableLog table, TableSink<B> sink, Duration deadline) {
    return new BatchWriter<>(name, new GroupCommit<>(table, sink, deadline), sink);
  }

  private DataFileWriter writer(TableSpec spec) {
    return new DataFileWriter(
        storage(spec), spec.schema(), spec.partitionColumns(), DataFileSettings.DEFAULT, clock);
  }

  private Optional<DeletedKeysTable> deletedKeys() {
    TableSpec spec = PipelineTables.deletedSpec(config);
    return tables
        .deleted()
        .map(
            table ->
                new DeletedKeysTable(
                    table,
                    writer(spec),
                    new DataFileReader(storage(spec), spec.schema()),
                    new OrphanFiles(storage(spec)),
                    new MarkerColumns(config.silver())));
  }

  private UpsertWriter upsertWriter() {
    TableSpec silver = config.silver().table();
    return new UpsertWriter(
        storage(silver),
        silver,
        DataFileSettings.DEFAULT.upTo(config.silver().targetFileBytes()),
        clock);
  }

  private static TableStorage storage(TableSpec spec) {
    return new LocalTableStorage(Path.of(spec.path()));
  }

  /** A gate for one stream thread's consumer. */
  ConsumerGate gate() {
    return new ConsumerGate(
        config.source().topic(), office, leases, writers, control, counters, probe);
  }

  /** Gives partitions their leases. */
  LeaseOffice office() {
    return office;
  }

  /** Builds stores from silver. */
  StoreLoader loader() {
    TableSpec silver = config.silver().table();
    return new StoreLoader(
        AppIds.of(config),
        tables.bronze(),
        tables.silver(),
        new DataFileReader(storage(silver), silver.schema()),
        this::deletedKeys,
        config.silver());
  }

  /** Makes the tasks of partitions. */
  PartitionTasks tasks() {
    OrphanFiles orphans = new OrphanFiles(storage(config.silver().table()));
    FileCopier copier = new FileCopier(upsertWriter(), orphans, background.compaction());
    return new PartitionTasks(
        config, writers, copier, loader(), background.loading(), counters, clock);
  }

  Topology topology() {
    StoreLoader loader = loader();
    StoreBuilder<LatestStateStore> store =
        new LatestStoreBuilder(
            STORE, () -> new LatestStateStore(STORE, leases, loader, background.loading(), probe));
    PartitionTasks tasks = tasks();
    return new Topology()
        // The gate puts the consumer where Delta says; an offset out of range is a gap.
        .addSource(
            AutoOffsetReset.none(),
            "source",
            new RecordTime(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            config.source().topic())
        .addProcessor("land", () -> new LandProcessor(tasks, leases, control, STORE), "source")
        .addStateStore(store, "land");
  }
}
