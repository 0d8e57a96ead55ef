package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.delta.vector.VectorFiles;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads data files of one table, our own and those of other writers. Columns are found by name;
 * those that a file lacks are null (Delta protocol, "Reader Requirements"), partition columns come
 * from the log. Rows that the file's deletion vector names are left out. Safe for several threads.
 */
public final class DataFileReader {
  private final TableStorage storage;
  private final Schema schema;
  private final VectorFiles vectors;

  public DataFileReader(TableStorage storage, Schema schema) {
    this.storage = storage;
    this.schema = schema;
    this.vectors = new VectorFiles(storage);
  }

  /** All columns of the table. */
  public RowIterator open(DataFile file) throws IOException {
    return open(file, schema);
  }

  /** Some columns; the rows have them in the order of {@code columns}. */
  public RowIterator open(DataFile file, List<String> columns) throws IOException {
    return open(
        file, new Schema(columns.stream().map(schema::require).map(schema::column).toList()));
  }

  private RowIterator open(DataFile file, Schema projection) throws IOException {
    RoaringBitmap deleted =
        file.vector() == null ? new RoaringBitmap() : vectors.read(file.vector());
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new PageCodecs())
            .build();
    ParquetFileReader reader =
        ParquetFileReader.open(storage.open(DataFilePath.decode(file.path())), options);
    try {
      return new ParquetRows(file, projection, reader, deleted);
    } catch (Throwable failure) {
      reader.close();
      throw failure;
    }
  }
}
