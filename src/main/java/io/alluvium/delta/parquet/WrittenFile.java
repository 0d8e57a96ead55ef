package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;

/**
 * A data file that is closed and durable, but in no commit yet.
 *
 * @param rows for each row of the file, in file order, its index in the list that was written
 */
@SuppressWarnings("ArrayRecordComponent") // A million rows: no boxed list; nobody compares these.
public record WrittenFile(DataFile file, int[] rows) {}
