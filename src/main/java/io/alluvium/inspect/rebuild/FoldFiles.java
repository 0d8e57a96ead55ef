package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a fold has come to so far, in files that nobody but it reads. For one thread. */
final class FoldFiles {
  private final DataFileWriter writer;
  private final DataFileReader reader;

  /**
   * @param schema of silver, for deleted keys too
   */
  FoldFiles(TableStorage storage, Schema schema, Clock clock) {
    this.writer = new DataFileWriter(storage, schema, List.of(), DataFileSettings.DEFAULT, clock);
    this.reader = new DataFileReader(storage, schema);
  }

  List<DataFile> write(List<Row> rows) throws IOException {
    return writer.write(rows, Map.of()).stream().map(WrittenFile::file).toList();
  }

  void read(List<DataFile> files, Consumer<Row> to) throws IOException {
    for (DataFile file : files) {
      try (RowIterator rows = reader.open(file)) {
        for (Row row = rows.next(); row != null; row = rows.next()) {
          to.accept(row);
        }
      }
    }
  }
}
