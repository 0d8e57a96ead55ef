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
 * @param numRecords rows in the file
 * @param stats the statistics as one JSON object, or null if the writer gave none
 * @param tags the writer's own notes, never null; see {@link FileTags}
 */
public record DataFile(
    String path,
    Map<String, String> partitionValues,
    long size,
    long modificationTime,
    long numRecords,
    String stats,
    Map<String, String> tags) {}
