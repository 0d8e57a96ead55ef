package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileStream;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * Makes one file of several. Rows that deletion vectors name are left out. What it holds in memory
 * is a row group at both ends, some tens of megabytes, however large the files are. For one thread.
 */
final class FileMerger {
  private final OrphanFiles orphans;
  private final DataFileReader reader;
  private final DataFileStream writer;
  private final BooleanSupplier cancelled;

  /**
   * @param table whose columns, those that the configuration doesn't know among them, are kept
   */
  FileMerger(TableStorage storage, TableSnapshot table, Clock clock, BooleanSupplier cancelled) {
    Schema schema = table.schema();
    this.orphans = new OrphanFiles(storage);
    this.reader = new DataFileReader(storage, schema);
    this.writer = new DataFileStream(storage, schema, table.partitionColumns(), clock);
    this.cancelled = cancelled;
  }

  /**
   * @throws IOException if storage fails, the work was cancelled, or the sources hold another
   *     number of rows than the log says; no file is left then, as far as it can be deleted
   */
  DataFile merge(MergeGroup group) throws IOException {
    DataFile merged;
    try (SourceFiles rows = new SourceFiles(reader, group.sources(), cancelled)) {
      merged = writer.write(rows, group.sources().get(0).partitionValues(), group.tags());
    }
    if (group.rows() >= 0 && group.rows() != merged.numRecords()) {
      discard(merged);
      throw new IOException(
          "%d rows in %d files from %s on, %d by the log"
              .formatted(
                  merged.numRecords(),
                  group.sources().size(),
                  group.sources().get(0).path(),
                  group.rows()));
    }
    return merged;
  }

  /** Deletes a file that certainly no commit refers to. Best effort: what stays is for vacuum. */
  void discard(DataFile file) {
    orphans.delete(file);
  }
}
