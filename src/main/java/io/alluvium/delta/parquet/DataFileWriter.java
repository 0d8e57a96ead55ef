package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes rows of one table to new data files, one file at a time and durable when {@link #write}
 * returns; a commit makes them part of the table. For one thread.
 *
 * <p>Partition columns aren't in the files, as with Spark; their values are in {@link
 * DataFile#partitionValues} and in the names of the directories.
 */
public final class DataFileWriter {
  /** Sizes are asked for every so many rows. */
  private static final int SIZE_CHECK_ROWS = 1_000;

  private final TableStorage storage;
  private final OrphanFiles orphans;
  private final Schema schema;
  private final List<String> partitionColumns;
  private final DataFileSettings settings;
  private final Clock clock;
  private final Schema fileSchema;
  private final int[] fileColumns;
  private final DictionaryChoice dictionaryChoice = new DictionaryChoice();

  public DataFileWriter(
      TableStorage storage,
      Schema schema,
      List<String> partitionColumns,
      DataFileSettings settings,
      Clock clock) {
    this.storage = storage;
    this.orphans = new OrphanFiles(storage);
    this.schema = schema;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.settings = settings;
    this.clock = clock;
    this.fileSchema = schema.without(partitionColumns);
    this.fileColumns =
        schema.requireAll(fileSchema.columns().stream().map(column -> column.name()).toList());
  }

  /**
   * Writes the rows, in their order within each partition.
   *
   * @param rows of the table's schema; kept until the call returns
   * @param tags for every file
   * @throws IOException when storage fails; no file of this call is left then, as far as storage
   *     still lets them be deleted
   */
  public List<WrittenFile> write(List<Row> rows, Map<String, String> tags) throws IOException {
    List<WrittenFile> written = new ArrayList<>();
    List<String> begun = new ArrayList<>();
    try {
      for (PartitionGroups.Group group : PartitionGroups.of(rows, schema, partitionColumns)) {
        for (int from = 0;
            from < group.size();
            from += written.get(written.size() - 1).rows().length) {
          int[] order = group.rows(from, Math.min(group.size(), from + settings.maxFileRows()));
          written.add(writeFile(rows, order, group.values(), tags, begun));
        }
      }
      return written;
    } catch (Throwable failure) {
      orphans.delete(begun);
      // Parquet wraps what fails while it closes a file, a failed sync among it.
      if (failure instanceof RuntimeException && failure.getCause() instanceof IOException cause) {
        throw new IOException(cause.getMessage(), failure);
      }
      throw failure;
    }
  }

  private WrittenFile writeFile(
      List<Row> rows,
      int[] order,
      List<String> values,
      Map<String, String> tags,
      List<String> begun)
      throws IOException {
    String path = settings.directory() + DataFilePath.directory(partitionColumns, values);
    path += String.format("part-%05d-%s.c000.zstd.parquet", begun.size(), UUID.randomUUID());
    begun.add(path);
    int count = 0;
    DataFileOutput output =
        new DataFileOutput(
            storage,
            path,
            fileSchema,
            fileColumns,
            dictionary(rows, order),
            new FileStatistics(schema, partitionColumns));
    try (output) {
      while (count < order.length && !isFull(output, count)) {
        output.write(rows.get(order[count++]));
      }
    }
    DataFile file = output.file(partitionValues(values), tags, clock.millis());
    return new WrittenFile(file, count == order.length ? order : Arrays.copyOf(order, count));
  }

  private boolean isFull(DataFileOutput output, int count) {
    return count > 0 && count % SIZE_CHECK_ROWS == 0 && output.bytes() >= settings.maxFileBytes();
  }

  private boolean[] dictionary(List<Row> rows, int[] order) {
    return dictionaryChoice.of(rows, order, fileSchema, fileColumns, settings.dictionary());
  }

  private Map<String, String> partitionValues(List<String> values) {
    Map<String, String> byColumn = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      byColumn.put(partitionColumns.get(i), values.get(i));
    }
    return byColumn;
  }
}
