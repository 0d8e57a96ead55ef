package io.alluvium.delta.compact;

/**
 * Rows of a bronze file that lie together: those of one batch, or of batches that follow each other
 * without a gap and lie in the file completely. Offsets are [from, to).
 *
 * @param rows of these offsets that the file holds
 * @param records rows of these offsets over all files of the table
 * @param firstIngest ingest time of the first batch, microseconds since the epoch
 * @param lastIngest ingest time of the last batch
 */
public record BatchRun(
    long from, long to, long rows, long records, long firstIngest, long lastIngest) {

  /** Whether no other file holds rows of these offsets. */
  public boolean isComplete() {
    return rows == records;
  }

  /** Whether nothing is lost if the two, in this order, are told as one. */
  boolean joins(BatchRun next) {
    return isComplete() && next.isComplete() && to == next.from && lastIngest <= next.firstIngest;
  }

  BatchRun join(BatchRun next) {
    return new BatchRun(
        from, next.to, rows + next.rows, records + next.records, firstIngest, next.lastIngest);
  }
}
