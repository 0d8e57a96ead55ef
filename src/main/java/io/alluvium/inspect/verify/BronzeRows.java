package io.alluvium.inspect.verify;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.derive.SilverRows;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.error.Errors;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Bronze's rows as silver's, made anew by the rules of the configuration. Only the columns that the
 * rules name are read. For one thread.
 */
final class BronzeRows {
  private static final int UNKNOWN = -1;

  private final String table;
  private final DataFileReader reader;
  private final List<String> columns;
  private final int offset;
  private final SilverRows mapper;
  private final RowBuilder builder;

  /** Told each row, as silver would hold it. */
  @FunctionalInterface
  interface Consumer {
    /**
     * @param meaning what the row means for silver
     * @param offset of the record, -1 if bronze doesn't have it
     * @param position where in its file the row lies
     */
    void accept(Meaning meaning, RowReader silverRow, long offset, long position);
  }

  /**
   * @param read rows of the file
   */
  record Count(long read) {}

  BronzeRows(PipelineConfig config) {
    Schema bronze = config.bronze().table().schema();
    SilverRowsOf silverRows = new SilverRowsOf(config);
    Optional<String> offset = offsetColumn(config);
    Set<String> used = silverRows.sources();
    offset.ifPresent(used::add);
    Schema projection =
        new Schema(bronze.columns().stream().filter(c -> used.contains(c.name())).toList());
    this.table = config.bronze().table().name();
    this.reader =
        new DataFileReader(new LocalTableStorage(Path.of(config.bronze().table().path())), bronze);
    this.columns = projection.columns().stream().map(c -> c.name()).toList();
    this.offset = offset.map(projection::require).orElse(UNKNOWN);
    this.mapper = silverRows.rows(projection);
    this.builder = new RowBuilder(config.silver().table().schema());
  }

  private static Optional<String> offsetColumn(PipelineConfig config) {
    return config.bronze().columns().stream()
        .filter(c -> c instanceof BronzeColumn.FromRecord part && part.part() == Part.OFFSET)
        .map(BronzeColumn::name)
        .findFirst();
  }

  /**
   * Reads one file in its order.
   *
   * @param ingestTime what the time of the flush stands for, microseconds
   */
  Count read(DataFile file, long ingestTime, Consumer consumer) throws IOException {
    long position = 0;
    try (RowIterator rows = reader.open(file, columns)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        Meaning meaning = mapper.map(row, ingestTime, builder);
        long recordOffset = offset == UNKNOWN ? UNKNOWN : row.getLong(offset);
        consumer.accept(meaning, builder, recordOffset, position);
        position++;
      }
    } catch (IOException e) {
      throw Errors.dataFileUnreadable(table, file.path(), e);
    }
    return new Count(position);
  }

  /** The silver row of the bronze row that a fingerprint was taken of. */
  Row find(DataFile file, Fingerprint layout, Row fingerprint) throws IOException {
    Row[] found = new Row[1];
    read(
        file,
        0,
        (meaning, row, recordOffset, position) -> {
          if (found[0] == null
              && layout.of(row, layout.file(fingerprint), recordOffset).equals(fingerprint)) {
            found[0] = builder.build();
          }
        });
    return found[0];
  }
}
