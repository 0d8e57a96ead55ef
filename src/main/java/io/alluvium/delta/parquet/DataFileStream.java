package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Writes rows of one table partition to one new file without holding more of them than a row group
 * and a sample. For one thread.
 */
public final class DataFileStream {
  /** Rows and bytes by which the encoding is chosen. */
  private static final int SAMPLE_ROWS = 4_096;

  private static final long SAMPLE_BYTES = 4 << 20;

  private final TableStorage storage;
  private final OrphanFiles orphans;
  private final Schema schema;
  private final List<String> partitionColumns;
  private final Clock clock;
  private final Schema fileSchema;
  private final int[] fileColumns;

  /**
   * @param schema of the table, its partition columns among it
   */
  public DataFileStream(
      TableStorage storage, Schema schema, List<String> partitionColumns, Clock clock) {
    this.storage = storage;
    this.orphans = new OrphanFiles(storage);
    this.schema = schema;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.clock = clock;
    this.fileSchema = schema.without(partitionColumns);
    this.fileColumns =
        schema.requireAll(fileSchema.columns().stream().map(column -> column.name()).toList());
  }

  /**
   * Writes all rows of the source, in its order.
   *
   * @param partitionValues as the log has them; the rows' own aren't looked at
   * @throws IOException when source or storage fails; no file is left then, as far as storage still
   *     lets it be deleted
   */
  public DataFile write(
      RowSource rows, Map<String, String> partitionValues, Map<String, String> tags)
      throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    partitionColumns.forEach(column -> values.put(column, partitionValues.get(column)));
    String path =
        DataFilePath.directory(partitionColumns, new ArrayList<>(values.values()))
            + "part-00000-%s.c000.zstd.parquet".formatted(UUID.randomUUID());
    try {
      return write(rows, path).file(values, tags, clock.millis());
    } catch (Throwable failure) {
      orphans.delete(List.of(path));
      // Parquet wraps what fails while it closes a file, a failed sync among it.
      if (failure instanceof RuntimeException && failure.getCause() instanceof IOException cause) {
        throw new IOException(cause.getMessage(), failure);
      }
      throw failure;
    }
  }

  private DataFileOutput write(RowSource rows, String path) throws IOException {
    List<Row> sample = sample(rows);
    boolean[] dictionary =
        new DictionaryChoice()
            .of(
                sample,
                IntStream.range(0, sample.size()).toArray(),
                fileSchema,
                fileColumns,
                Map.of());
    DataFileOutput output =
        new DataFileOutput(
            storage,
            path,
            fileSchema,
            fileColumns,
            dictionary,
            new FileStatistics(schema, partitionColumns));
    try (output) {
      for (Row row : sample) {
        output.write(row);
      }
      sample.clear();
      for (Row row = rows.next(); row != null; row = rows.next()) {
        output.write(row);
      }
    }
    return output;
  }

  private static List<Row> sample(RowSource rows) throws IOException {
    List<Row> sample = new ArrayList<>();
    long bytes = 0;
    while (sample.size() < SAMPLE_ROWS && bytes < SAMPLE_BYTES) {
      Row row = rows.next();
      if (row == null) {
        break;
      }
      sample.add(row);
      bytes += row.sizeInBytes();
    }
    return sample;
  }
}
