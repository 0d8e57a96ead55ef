package io.alluvium.inspect;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.error.TableErrors;
import io.alluvium.error.UserException;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens bronze's files, of which only the columns that silver is made of are read. */
public final class BronzeFiles {
  /** An offset that nobody knows. */
  public static final long UNKNOWN = -1;

  private final String table;
  private final DataFileReader reader;
  private final Schema projection;
  private final List<String> columns;
  private final int offset;

  public BronzeFiles(PipelineConfig config) {
    Schema bronze = config.bronze().table().schema();
    Optional<String> offsetColumn = offsetColumn(config);
    Set<String> used = new SilverRowsOf(config).sources();
    offsetColumn.ifPresent(used::add);
    this.projection =
        new Schema(bronze.columns().stream().filter(c -> used.contains(c.name())).toList());
    this.table = config.bronze().table().name();
    this.reader =
        new DataFileReader(
            PipelineTables.access(config).files(config.bronze().table().path()), bronze);
    this.columns = projection.columns().stream().map(Column::name).toList();
    this.offset = offsetColumn.map(projection::require).orElse(-1);
  }

  private static Optional<String> offsetColumn(PipelineConfig config) {
    return config.bronze().columns().stream()
        .filter(c -> c instanceof BronzeColumn.FromRecord part && part.part() == Part.OFFSET)
        .map(BronzeColumn::name)
        .findFirst();
  }

  /** The schema of the rows. */
  public Schema projection() {
    return projection;
  }

  /** Whether rows tell their offsets. */
  public boolean knowsOffsets() {
    return offset >= 0;
  }

  /** The record's offset, {@link #UNKNOWN} if the row doesn't tell. */
  public long offset(Row row) {
    return offset < 0 || row.isNull(offset) ? UNKNOWN : row.getLong(offset);
  }

  /** The rows of a file, of {@link #projection}. */
  public RowIterator open(DataFile file) throws IOException {
    return reader.open(file, columns);
  }

  /** What a person has to hear of a file that {@link #open} or its rows failed on. */
  public UserException unreadable(DataFile file, IOException cause) {
    return TableErrors.dataFileUnreadable(table, file.path(), cause);
  }
}
