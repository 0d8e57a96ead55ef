package io.alluvium.inspect.verify;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.derive.SilverRows;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.io.IOException;

/**
 * Bronze's rows as silver's, made anew by the rules of the configuration. Only the columns that the
 * rules name are read. For one thread.
 */
final class BronzeRows {
  private final BronzeFiles files;
  private final SilverRows mapper;
  private final RowBuilder builder;

  /** Told each row, as silver would hold it. */
  @FunctionalInterface
  interface Consumer {
    /**
     * @param meaning what the row means for silver
     * @param offset of the record, {@link BronzeFiles#UNKNOWN} if bronze doesn't have it
     * @param position where in its file the row lies
     */
    void accept(Meaning meaning, RowReader silverRow, long offset, long position);
  }

  /**
   * @param read rows of the file
   */
  record Count(long read) {}

  BronzeRows(PipelineConfig config) {
    this.files = new BronzeFiles(config);
    this.mapper = new SilverRowsOf(config).rows(files.projection());
    this.builder = new RowBuilder(config.silver().table().schema());
  }

  /**
   * Reads one file in its order.
   *
   * @param ingestTime what the time of the flush stands for, microseconds
   */
  Count read(DataFile file, long ingestTime, Consumer consumer) throws IOException {
    long position = 0;
    try (RowIterator rows = files.open(file)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        Meaning meaning = mapper.map(row, ingestTime, builder);
        consumer.accept(meaning, builder, files.offset(row), position);
        position++;
      }
    } catch (IOException e) {
      throw files.unreadable(file, e);
    }
    return new Count(position);
  }

  /** The first column that an INCOMPLETE row lacks of those that silver needs. */
  String lacking(RowReader silverRow) {
    return mapper.lacking(silverRow);
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
