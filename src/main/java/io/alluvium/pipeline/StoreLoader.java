package io.alluvium.pipeline;

import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.error.TableErrors;
import io.alluvium.error.TopicErrors;
import io.alluvium.error.UserException;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.store.DuplicateKeyException;
import io.alluvium.store.FreshFile;
import io.alluvium.store.LatestStore;
import io.alluvium.upsert.CompactionPlan;
import io.alluvium.upsert.Owner;
import io.alluvium.upsert.UpsertMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Builds a partition's store from silver: the only state there is. Store, places and position come
 * from one snapshot. Safe for several threads.
 */
final class StoreLoader implements PartitionLoader<LoadedPartition> {
  private final AppIds appIds;
  private final TableLog silver;
  private final DataFileReader reader;
  private final Supplier<Optional<DeletedKeysTable>> deletedKeys;
  private final Optional<SpreadKeys> spreadKeys;
  private final SilverConfig config;

  /**
   * @param appIds of the topic whose partitions silver's files are tagged by
   * @param deletedKeys makes a reader of its own for each load
   */
  StoreLoader(
      AppIds appIds,
      TableLog silver,
      DataFileReader reader,
      Supplier<Optional<DeletedKeysTable>> deletedKeys,
      Optional<SpreadKeys> spreadKeys,
      SilverConfig config) {
    this.appIds = appIds;
    this.silver = silver;
    this.reader = reader;
    this.deletedKeys = deletedKeys;
    this.spreadKeys = spreadKeys;
    this.config = config;
  }

  /**
   * Reads silver.
   *
   * @throws IOException if storage fails; the call can be repeated
   */
  @Override
  public LoadedPartition load(Lease lease) throws IOException {
    TableSnapshot silverNow = silver.snapshot();
    long silverPosition = silverNow.txn(appIds.silver(lease.partition())).orElseThrow();
    Schema schema = config.table().schema();
    Owner.Untagged untagged = Owner.of(lease.owner(), lease.partitionCount()).untagged();
    UpsertMode mode =
        UpsertMode.of(
            silverNow,
            config.marking(),
            untagged,
            new CompactionPlan(config.targetFileBytes(), untagged));
    LatestStore<DataFile> store =
        new LatestStore<>(
            schema.requireAll(config.key()), config.matching().precedence(schema), mode.replaced());
    List<DataFile> files = ownFiles(lease, silverNow.files());
    long expected = files.stream().mapToLong(file -> Math.max(0, file.liveRecords())).sum();
    lease.loading(new LoadProgress(0, expected));
    spreadKeys.ifPresent(spread -> spread.begin(lease));
    for (DataFile file : files) {
      load(file, store, lease, expected);
    }
    // After silver's snapshot: what is remembered may be ahead of silver, never behind.
    Optional<DeletedKeysTable> deleted = deletedKeys.get();
    if (deleted.isPresent()) {
      deleted.get().load(lease.owner(), store::loadMarker);
    }
    lease.loading(new LoadProgress(expected, expected));
    return new LoadedPartition(store, mode, silverNow.version(), silverPosition, silverNow.txns());
  }

  private void load(DataFile file, LatestStore<DataFile> store, Lease lease, long expected)
      throws IOException {
    try (RowIterator rows = reader.open(file)) {
      store.load(
          file,
          Math.toIntExact(Math.max(0, file.numRecords())),
          new LoadedRows(rows, lease, store.size(), expected, toldOf(file, lease)));
    } catch (DuplicateKeyException e) {
      throw duplicateKey(e);
    }
  }

  /** Rows of files without an owner may be any partition's. */
  private Consumer<Row> toldOf(DataFile file, Lease lease) {
    return spreadKeys.isPresent() && lease.owner().equals(FileTags.owner(file))
        ? row -> spreadKeys.get().has(lease, row)
        : row -> {};
  }

  /** What a person has to hear of two rows of one key. */
  UserException duplicateKey(DuplicateKeyException e) {
    return TableErrors.duplicateKey(
        config.table().name(),
        config.key(),
        e.row().describe(config.key()),
        ((DataFile) e.file()).path());
  }

  /**
   * How the table's files of a partition differ from those that a store knows.
   *
   * @throws IOException if storage fails; the call can be repeated
   */
  FileChanges changes(Lease lease, List<DataFile> known) throws IOException {
    TableSnapshot now = silver.snapshot();
    Map<FileId, DataFile> gone = new LinkedHashMap<>();
    known.forEach(file -> gone.put(FileId.of(file), file));
    List<FreshFile<DataFile>> fresh = new ArrayList<>();
    for (DataFile file : ownFiles(lease, now.files())) {
      if (gone.remove(FileId.of(file)) == null) {
        fresh.add(read(file));
      }
    }
    return new FileChanges(now.version(), List.copyOf(gone.values()), fresh);
  }

  /** What a file is known by (Delta protocol, "Action Reconciliation"). */
  private record FileId(String path, DeletionVector vector) {
    static FileId of(DataFile file) {
      return new FileId(file.path(), file.vector());
    }
  }

  private FreshFile<DataFile> read(DataFile file) throws IOException {
    List<Row> rows = new ArrayList<>();
    IntStream.Builder positions = IntStream.builder();
    try (RowIterator iterator = reader.open(file)) {
      for (Row row = iterator.next(); row != null; row = iterator.next()) {
        rows.add(row);
        positions.add(Math.toIntExact(iterator.position()));
      }
      int size = Math.toIntExact(iterator.position() + 1);
      return new FreshFile<>(file, size, rows, positions.build().toArray());
    }
  }

  /**
   * The files that may hold rows of this partition: its own, and those of nobody. Of the latter all
   * rows are taken; the keys of other partitions never come here, and their rows only take room.
   */
  private List<DataFile> ownFiles(Lease lease, List<DataFile> files) {
    for (DataFile file : files) {
      String owner = file.tags().get(FileTags.OWNER);
      if (owner != null && !owner.endsWith("/" + lease.partitionCount())) {
        throw TopicErrors.partitionCountChanged(
            config.table().name(), appIds.topic(), owner, lease.partitionCount());
      }
    }
    return files.stream()
        .filter(f -> lease.owner().equals(f.tags().getOrDefault(FileTags.OWNER, lease.owner())))
        .toList();
  }
}
