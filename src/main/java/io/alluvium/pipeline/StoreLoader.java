package io.alluvium.pipeline;

import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.error.Errors;
import io.alluvium.row.Schema;
import io.alluvium.store.DuplicateKeyException;
import io.alluvium.store.LatestStore;
import java.io.IOException;
import java.util.List;

/**
 * Builds a partition's store from silver: the only state there is. Store, places and position come
 * from one snapshot. Safe for several threads.
 */
final class StoreLoader {
  private final AppIds appIds;
  private final TableLog bronze;
  private final TableLog silver;
  private final DataFileReader reader;
  private final SilverConfig config;

  StoreLoader(
      AppIds appIds, TableLog bronze, TableLog silver, DataFileReader reader, SilverConfig config) {
    this.appIds = appIds;
    this.bronze = bronze;
    this.silver = silver;
    this.reader = reader;
    this.config = config;
  }

  /**
   * Reads silver first and bronze after it, so that bronze is never behind.
   *
   * @throws IOException if storage fails; the call can be repeated
   */
  LoadedPartition load(Lease lease) throws IOException {
    TableSnapshot silverNow = silver.snapshot();
    TableSnapshot bronzeNow = bronze.snapshot();
    long silverPosition = silverNow.txn(appIds.silver(lease.partition())).orElseThrow();
    long bronzePosition = bronzeNow.txn(appIds.bronze(lease.partition())).orElseThrow();
    Schema schema = config.table().schema();
    LatestStore<DataFile> store =
        new LatestStore<>(schema.requireAll(config.key()), schema.requireAll(config.sequenceBy()));
    for (DataFile file : ownFiles(lease, silverNow.files())) {
      load(file, store);
    }
    return new LoadedPartition(
        store,
        IngestTimes.of(bronzeNow.files(), lease.partition(), silverPosition),
        silverNow.version(),
        bronzePosition,
        silverPosition);
  }

  private void load(DataFile file, LatestStore<DataFile> store) throws IOException {
    try (RowIterator rows = reader.open(file)) {
      store.load(file, Math.toIntExact(Math.max(0, file.numRecords())), rows);
    } catch (DuplicateKeyException e) {
      throw Errors.duplicateKey(
          config.table().name(), config.key(), e.row().describe(config.key()), file.path());
    }
  }

  /** The files whose rows are this partition's; a file that isn't ours to judge stops the start. */
  private List<DataFile> ownFiles(Lease lease, List<DataFile> files) {
    for (DataFile file : files) {
      String owner = file.tags().get(FileTags.OWNER);
      if (owner == null && lease.partitionCount() > 1) {
        throw Errors.untaggedSilverFile(config.table().name(), file.path(), lease.partitionCount());
      }
      if (owner != null && !owner.endsWith("/" + lease.partitionCount())) {
        throw Errors.partitionCountChanged(
            config.table().name(), appIds.topic(), owner, lease.partitionCount());
      }
    }
    return files.stream()
        .filter(f -> lease.owner().equals(f.tags().getOrDefault(FileTags.OWNER, lease.owner())))
        .toList();
  }
}
