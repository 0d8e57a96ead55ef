package io.alluvium.pipeline;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.row.Row;
import io.alluvium.store.LatestStore;
import io.alluvium.store.ReplacedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table beside silver that remembers deleted keys: a row each with key and sequence, so that an
 * older message that comes late doesn't bring one back, after a restart neither. It is written
 * before the silver commit that deletes, and may thus be ahead of it: records that are read again
 * delete the same keys again, and a key that silver has a row of counts as there.
 *
 * <p>Rows are only added, several of a key too; from time to time small files become one, with one
 * row a key and without those that are out of date. For the thread that writes silver.
 */
final class DeletedKeysTable {
  private static final Logger LOG = LoggerFactory.getLogger(DeletedKeysTable.class);

  /** So many files of a partition, all of a size or smaller, become one. */
  private static final int FILES_OF_A_SIZE = 8;

  private static final int SIZE_STEP = 4;

  private final TableLog table;
  private final DataFileWriter writer;
  private final DataFileReader reader;
  private final OrphanFiles orphans;
  private final MarkerColumns columns;

  DeletedKeysTable(
      TableLog table,
      DataFileWriter writer,
      DataFileReader reader,
      OrphanFiles orphans,
      MarkerColumns columns) {
    this.table = table;
    this.writer = writer;
    this.reader = reader;
    this.orphans = orphans;
    this.columns = columns;
  }

  /**
   * Makes markers durable.
   *
   * @param markers rows of silver, of which only key and sequence count
   * @param owner the tag of the partition
   * @param outdated which markers, rows of silver too, may go
   */
  void keep(List<Row> markers, String owner, Predicate<Row> outdated) throws IOException {
    if (markers.isEmpty()) {
      return;
    }
    commit(markers, owner, List.of());
    List<DataFile> small = small(ownFiles(table.snapshot().files(), owner));
    if (!small.isEmpty()) {
      merge(small, owner, outdated);
    }
  }

  private void merge(List<DataFile> files, String owner, Predicate<Row> outdated)
      throws IOException {
    LatestStore<DataFile> latest =
        new LatestStore<>(columns.key(), columns.precedence(), ReplacedRows.FORGET);
    for (DataFile file : files) {
      read(file, latest::fold);
    }
    List<Row> all = latest.seal(states -> List.of()).changed().rows();
    List<Row> left = all.stream().filter(outdated.negate()).toList();
    CommitOutcome outcome = commit(left, owner, files);
    LOG.info(
        "{} files of {} became one of {} rows: {}",
        files.size(),
        table.path(),
        left.size(),
        outcome);
  }

  /** Adds rows and removes files; if the table doesn't take that, the new files go. */
  private CommitOutcome commit(List<Row> rows, String owner, List<DataFile> removes)
      throws IOException {
    List<DataFile> adds =
        writer
            .write(rows.stream().map(columns::toTable).toList(), Map.of(FileTags.OWNER, owner))
            .stream()
            .map(WrittenFile::file)
            .toList();
    Map<String, String> metrics = Map.of("numOutputRows", Long.toString(rows.size()));
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                adds,
                removes,
                List.of(),
                new Operation("WRITE", Map.of("mode", "\"Append\""), metrics)));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      adds.forEach(orphans::delete);
      if (removes.isEmpty()) {
        throw new IOException(table.path() + " doesn't take deleted keys: " + outcome);
      }
    }
    return outcome;
  }

  /** Tells a partition's markers, rows of silver; several of a key maybe. */
  void load(String owner, Consumer<Row> markers) throws IOException {
    for (DataFile file : ownFiles(table.snapshot().files(), owner)) {
      read(file, markers);
    }
  }

  private void read(DataFile file, Consumer<Row> markers) throws IOException {
    try (RowIterator rows = reader.open(file)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        markers.accept(columns.toSilver(row));
      }
    }
  }

  private static List<DataFile> ownFiles(List<DataFile> files, String owner) {
    return files.stream().filter(file -> FileTags.owner(file).equals(owner)).toList();
  }

  /** Enough files of a size or smaller, so that a row is written anew once a size; or none. */
  private static List<DataFile> small(List<DataFile> files) {
    List<DataFile> small = new ArrayList<>();
    long most = files.stream().mapToLong(DataFile::numRecords).max().orElse(0);
    for (long size = SIZE_STEP; size / SIZE_STEP <= most; size *= SIZE_STEP) {
      long limit = size;
      small.clear();
      files.stream().filter(file -> file.numRecords() <= limit).forEach(small::add);
      long ofThisSize =
          small.stream().filter(file -> file.numRecords() > limit / SIZE_STEP).count();
      if (ofThisSize >= FILES_OF_A_SIZE) {
        return List.copyOf(small);
      }
    }
    return List.of();
  }
}
