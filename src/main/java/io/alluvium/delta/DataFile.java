package io.alluvium.delta;

import java.util.Map;

/**
 * One data file of a table, as the log's {@code add} action describes it (Delta protocol, "Add File
 * and Remove File").
 *
 * @param path relative to the table's root, URL-encoded as in the log
 * @param partitionValues in partition-column order; a null value is a null partition
 * @param size bytes
 * @param modificationTime milliseconds since the epoch
 * @param numRecords rows in the file, deleted ones among them; -1 if the writer didn't say
 * @param stats the statistics as one JSON object, or null if the writer gave none
 * @param tags the writer's own notes, never null; see {@link FileTags}
 * @param vector which of the rows are deleted; null = none
 */
public record DataFile(
    String path,
    Map<String, String> partitionValues,
    long size,
    long modificationTime,
    long numRecords,
    String stats,
    Map<String, String> tags,
    DeletionVector vector) {

  /** A file that is part of the table with all its rows. */
  public DataFile(
      String path,
      Map<String, String> partitionValues,
      long size,
      long modificationTime,
      long numRecords,
      String stats,
      Map<String, String> tags) {
    this(path, partitionValues, size, modificationTime, numRecords, stats, tags, null);
  }

  /** Rows that aren't deleted; -1 if the writer didn't say how many there are. */
  public long liveRecords() {
    return numRecords < 0 || vector == null ? numRecords : numRecords - vector.cardinality();
  }
}
