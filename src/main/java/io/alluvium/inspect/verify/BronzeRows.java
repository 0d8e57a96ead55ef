package io.alluvium.inspect.verify;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.derive.RowMapper;
import io.alluvium.error.Errors;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Bronze's rows as silver's, made anew by the rules of the configuration. Only the columns that the
 * rules name are read. For one thread.
 */
final class BronzeRows {
  private final String table;
  private final DataFileReader reader;
  private final List<String> columns;
  private final RowMapper mapper;
  private final RowBuilder builder;
  private final int[] required;

  /** Told each row that silver would hold, and where in its file it lies. */
  @FunctionalInterface
  interface Consumer {
    void accept(RowReader silverRow, long position);

    /** There is a row that silver doesn't take. */
    default void incomplete(long position) {}
  }

  /**
   * @param read rows of the file
   */
  record Count(long read) {}

  BronzeRows(PipelineConfig config) {
    SilverConfig silver = config.silver();
    Schema bronze = config.bronze().table().schema();
    Set<String> used =
        silver.columns().stream()
            .flatMap(rule -> rule.origin().names().stream())
            .collect(Collectors.toSet());
    Schema projection =
        new Schema(bronze.columns().stream().filter(c -> used.contains(c.name())).toList());
    this.table = config.bronze().table().name();
    this.reader =
        new DataFileReader(new LocalTableStorage(Path.of(config.bronze().table().path())), bronze);
    this.columns = projection.columns().stream().map(c -> c.name()).toList();
    this.mapper = new RowMapper(projection, silver.table().schema(), silver.columns());
    this.builder = new RowBuilder(silver.table().schema());
    this.required = silver.table().schema().requireAll(silver.required());
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
        mapper.map(row, ingestTime, builder);
        if (isComplete()) {
          consumer.accept(builder, position);
        } else {
          consumer.incomplete(position);
        }
        position++;
      }
    } catch (IOException e) {
      throw Errors.dataFileUnreadable(table, file.path(), e);
    }
    return new Count(position);
  }

  private boolean isComplete() {
    for (int column : required) {
      if (builder.isNull(column)) {
        return false;
      }
    }
    return true;
  }

  /** The silver row of the bronze row that a fingerprint was taken of. */
  Row find(DataFile file, Fingerprint layout, Row fingerprint) throws IOException {
    Row[] found = new Row[1];
    read(
        file,
        0,
        (row, position) -> {
          if (found[0] == null && layout.of(row, layout.file(fingerprint)).equals(fingerprint)) {
            found[0] = builder.build();
          }
        });
    return found[0];
  }
}
