package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.upsert.UpsertWriter;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/** The parts of one pipeline, wired. */
final class Pipeline {
  private static final String STORE = "latest";

  private final PipelineConfig config;
  private final PipelineTables tables;
  private final TableAccess access;
  private final RunControl control;
  private final Clock clock;
  private final Probe probe;
  private final FlushJournal journal;
  private final BackgroundWork background;

  private final Leases leases = new Leases();
  private final Optional<Rekeying> rekeying;
  private final Optional<SpreadKeys> spreadKeys;
  private final Counters counters = new Counters();
  private final Writers writers;
  private final LeaseOffice office;

  /**
   * @param rekeyedPartitions of the re-keyed topic; empty if there is none
   */
  Pipeline(
      PipelineConfig config,
      PipelineTables tables,
      RunControl control,
      Clock clock,
      Probe probe,
      FlushJournal journal,
      BackgroundWork background,
      OptionalInt rekeyedPartitions) {
    this.config = config;
    this.tables = tables;
    this.control = control;
    this.clock = clock;
    this.probe = probe;
    this.journal = journal;
    this.background = background;
    this.rekeying =
        rekeyedPartitions.isPresent()
            ? Optional.of(
                new Rekeying(
                    config, rekeyedPartitions.getAsInt(), tables.silver(), leases, counters, clock))
            : Optional.empty();
    this.spreadKeys =
        rekeying.isPresent()
            ? Optional.empty()
            : Optional.of(new SpreadKeys(config.silver(), config.source().topic(), counters));
    this.access = PipelineTables.access(config);
    this.writers = createWriters();
    this.office =
        new LeaseOffice(config, rekeyedPartitions.orElse(1), tables.bronze(), tables.silver());
  }

  /** The leases of the source's partitions. */
  Leases leases() {
    return leases;
  }

  /** Those of the re-keyed topic's; none if there is none. */
  Leases rekeyedLeases() {
    return rekeying.map(Rekeying::leases).orElseGet(Leases::new);
  }

  Counters counters() {
    return counters;
  }

  /** How large the tables are now, by their short names; reads their logs. */
  Map<String, TableSize> sizes() throws IOException {
    return Map.of(
        "bronze", TableSize.of(tables.bronze().snapshot()),
        "silver", TableSize.of(tables.silver().snapshot()),
        "quarantine", TableSize.of(tables.quarantine().snapshot()));
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
        rekeying.<BronzeCompaction.SilverPassed>map(r -> l -> r.passed()).orElse(Pipeline::durable),
        counters,
        clock,
        probe);
  }

  private static Map<Integer, Long> durable(Collection<Lease> some) {
    return some.stream().collect(Collectors.toMap(Lease::partition, Lease::silverDurable));
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
                appIds,
                tables.quarantine(),
                writer(PipelineTables.quarantineSpec(config)),
                counters),
            new OrphanFiles(storage(config.bronze().table())),
            budget,
            counters,
            probe);
    SilverSink silver =
        new SilverSink(
            rekeying.map(Rekeying::appIds).orElse(appIds),
            tables.silver(),
            upsertWriter(),
            deletedKeys(),
            spreadKeys,
            new OrphanFiles(storage(config.silver().table())),
            deadline,
            counters,
            probe);
    return new Writers(
        new BatchWriter<>(
            threadName("bronze-writer"),
            new GroupCommit<>(
                tables.bronze(),
                bronze,
                deadline,
                reports(config.bronze().table()),
                counters.bronzeCommits())),
        new BatchWriter<>(
            threadName("silver-writer"),
            new GroupCommit<>(
                tables.silver(),
                silver,
                deadline,
                reports(config.silver().table()),
                counters.silverCommits())),
        rekeying.map(r -> forwarding(r, budget)),
        budget,
        leases,
        probe);
  }

  private Writers.Forwarding forwarding(Rekeying rekeyed, BufferBudget budget) {
    RekeySender sender = rekeyed.sender(budget, probe);
    return new Writers.Forwarding(new BatchWriter<>(threadName("rekey-sender"), sender), sender);
  }

  /** Several pipelines may run in one process, and logs tell threads only. */
  private String threadName(String work) {
    return config.name() + "-" + work;
  }

  private FlushReports reports(TableSpec table) {
    return new FlushReports(table.name(), journal);
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

  private TableStorage storage(TableSpec spec) {
    return access.files(spec.path());
  }

  /** What runs: one Streams application, or two around a re-keyed topic. */
  List<Stage> stages() {
    Stage landing =
        new Stage(config.name(), config.source().topic(), leases, control, topology(), this::gate);
    return rekeying.isEmpty()
        ? List.of(landing)
        : List.of(landing, rekeyed(rekeying.get(), RunControl.endless()));
  }

  private Stage rekeyed(Rekeying rekeyed, RunControl ownControl) {
    String topic = rekeyed.appIds().topic();
    StoreLoader loader = loader();
    SilverFlushFactory flushes = flushes(loader);
    return new Stage(
        config.silverGroup(),
        topic,
        rekeyed.leases(),
        ownControl,
        topology(
            topic,
            rekeyed.leases(),
            ownControl,
            loader,
            (lease, loaded) -> rekeyed.tasks().receive(lease, loaded, flushes)),
        () -> gate(topic, rekeyed.office(), rekeyed.leases(), ownControl));
  }

  /** A gate for one stream thread's consumer of the source. */
  ConsumerGate gate() {
    return gate(config.source().topic(), office, leases, control);
  }

  private ConsumerGate gate(
      String topic, Leasing leasing, Leases stageLeases, RunControl stageControl) {
    FetchPace pace = new FetchPace(config.source().fetchInterval());
    return new ConsumerGate(
        topic, leasing, stageLeases, writers, stageControl, counters, pace, probe);
  }

  /** Gives the source's partitions their leases. */
  LeaseOffice office() {
    return office;
  }

  /** Builds stores from silver. */
  StoreLoader loader() {
    TableSpec silver = config.silver().table();
    return new StoreLoader(
        rekeying.map(Rekeying::appIds).orElseGet(() -> AppIds.of(config)),
        tables.silver(),
        new DataFileReader(storage(silver), silver.schema()),
        this::deletedKeys,
        spreadKeys,
        config.silver());
  }

  private BronzeLoader bronzeLoader() {
    return new BronzeLoader(AppIds.of(config), tables.bronze());
  }

  /** Reads silver first and bronze after it, so that bronze is never behind. */
  PartitionLoader<LoadedTables> tablesLoader() {
    StoreLoader silver = loader();
    BronzeLoader bronze = bronzeLoader();
    return lease -> {
      LoadedPartition loaded = silver.load(lease);
      return new LoadedTables(loaded, bronze.load(lease, loaded.next()));
    };
  }

  /** Makes the tasks of partitions that are landed and reduced in one. */
  TaskFactory<LoadedTables> tasks() {
    SilverFlushFactory flushes = flushes(loader());
    PartitionTasks landing = landing();
    return (lease, loaded) ->
        landing.create(
            lease, loaded.bronze(), flushes.create(lease, loaded.silver(), Reflected.NONE));
  }

  private PartitionTasks landing() {
    return new PartitionTasks(config, writers, counters, clock);
  }

  private SilverFlushFactory flushes(StoreLoader loader) {
    OrphanFiles orphans = new OrphanFiles(storage(config.silver().table()));
    FileCopier copier = new FileCopier(upsertWriter(), orphans, background.compaction());
    return new SilverFlushFactory(
        config.silver(), writers, copier, loader, background.loading(), counters, clock);
  }

  /** Of what reads the source. */
  Topology topology() {
    String topic = config.source().topic();
    if (rekeying.isEmpty()) {
      return topology(topic, leases, control, tablesLoader(), tasks());
    }
    BronzeLoader loader = bronzeLoader();
    PartitionTasks landing = landing();
    RekeyedTasks rekeyed = rekeying.get().tasks();
    return topology(
        topic,
        leases,
        control,
        lease -> loader.load(lease, lease.silverDurable()),
        (lease, loaded) -> landing.create(lease, loaded, rekeyed.forward(lease, writers::forward)));
  }

  private <T> Topology topology(
      String topic,
      Leases stageLeases,
      RunControl stageControl,
      PartitionLoader<T> loader,
      TaskFactory<T> tasks) {
    StoreBuilder<LatestStateStore<T>> store =
        new LatestStoreBuilder<>(
            STORE,
            () -> new LatestStateStore<>(STORE, stageLeases, loader, background.loading(), probe));
    return new Topology()
        // The gate puts the consumer where Delta says; an offset out of range is a gap.
        .addSource(
            AutoOffsetReset.none(),
            "source",
            new RecordTime(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topic)
        .addProcessor(
            "land", () -> new LandProcessor<>(tasks, stageLeases, stageControl, STORE), "source")
        .addStateStore(store, "land");
  }
}
