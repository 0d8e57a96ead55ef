package io.alluvium.decode;

/**
 * A record of the source topic.
 *
 * @param timestamp milliseconds since the epoch; {@link #NO_TIMESTAMP} if it has none
 * @param key nullable
 * @param value nullable: a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // the exact bytes are the point; compared by nobody
public record SourceRecord(int partition, long offset, long timestamp, byte[] key, byte[] value) {
  /** What Kafka gives as the timestamp of a record that has none (RecordBatch.NO_TIMESTAMP). */
  public static final long NO_TIMESTAMP = -1;

  private static final long MICROS_A_MILLI = 1_000;
  private static final long MOST_MILLIS = Long.MAX_VALUE / MICROS_A_MILLI;

  /** Whether there is a timestamp that microseconds can hold. */
  public boolean isTimed() {
    return timestamp != NO_TIMESTAMP && timestamp >= -MOST_MILLIS && timestamp <= MOST_MILLIS;
  }

  /** The timestamp in microseconds, if the record {@link #isTimed}. */
  public long timestampMicros() {
    return timestamp * MICROS_A_MILLI;
  }
}
