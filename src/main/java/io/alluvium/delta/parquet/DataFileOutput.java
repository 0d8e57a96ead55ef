package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetWriter;

/**
 * One new data file that takes row after row. It is durable once {@link #close} has returned; where
 * a call fails the file is left behind unfinished. For one thread.
 */
final class DataFileOutput implements Closeable {
  private final TableStorage storage;
  private final String path;
  private final FileStatistics statistics;
  private final OpenedOutputFile output;
  private final ParquetWriter<Row> writer;

  /**
   * @param fileColumns positions in the rows of what {@code fileSchema} has
   * @param dictionary by position in {@code fileSchema}
   */
  DataFileOutput(
      TableStorage storage,
      String path,
      Schema fileSchema,
      int[] fileColumns,
      boolean[] dictionary,
      FileStatistics statistics)
      throws IOException {
    this.storage = storage;
    this.path = path;
    this.statistics = statistics;
    this.output = new OpenedOutputFile(storage.create(path));
    RowWriteSupport support = new RowWriteSupport(fileSchema, fileColumns, statistics);
    try {
      this.writer = RowParquetWriter.open(output, fileSchema, dictionary, support);
    } catch (Throwable failure) {
      closeAfter(failure);
      throw failure;
    }
  }

  private void closeAfter(Throwable failure) {
    try {
      output.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  void write(Row row) throws IOException {
    writer.write(row);
  }

  /** Encoded bytes so far, approximately. */
  long bytes() {
    return writer.getDataSize();
  }

  @Override
  public void close() throws IOException {
    try (output) {
      writer.close();
    }
  }

  /**
   * What the log says of the closed file.
   *
   * @param now milliseconds since the epoch
   */
  DataFile file(Map<String, String> partitionValues, Map<String, String> tags, long now)
      throws IOException {
    return new DataFile(
        DataFilePath.encode(path),
        partitionValues,
        storage.open(path).getLength(),
        now,
        statistics.rows(),
        statistics.json(),
        Map.copyOf(tags));
  }
}
