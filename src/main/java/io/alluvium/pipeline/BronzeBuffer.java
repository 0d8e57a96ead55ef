package io.alluvium.pipeline;

import io.alluvium.row.Row;
import java.util.ArrayList;
import java.util.List;

/** One partition's rows on their way to bronze. For the stream thread. */
final class BronzeBuffer {
  /** Row, array and list slot: what a row costs in memory besides its own bytes. */
  private static final int ROW_OVERHEAD = 48;

  private final Lease lease;
  private final FlushTime flushTime;

  private long next;
  private List<Row> rows = new ArrayList<>();
  private List<QuarantinedRecord> quarantined = new ArrayList<>();
  private long bytes;
  private long openedAt;

  BronzeBuffer(Lease lease, FlushTime flushTime, long next) {
    this.lease = lease;
    this.flushTime = flushTime;
    this.next = next;
  }

  /** The first offset that bronze doesn't have from us yet. */
  long next() {
    return next;
  }

  long ingestTime() {
    return flushTime.current();
  }

  void add(Row row, long nowMillis) {
    if (rows.isEmpty()) {
      openedAt = nowMillis;
    }
    rows.add(row);
    bytes += row.sizeInBytes() + ROW_OVERHEAD;
  }

  void quarantine(QuarantinedRecord entry) {
    quarantined.add(entry);
    bytes += ROW_OVERHEAD + (entry.record().value() == null ? 0 : entry.record().value().length);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  long bytes() {
    return bytes;
  }

  /** Milliseconds since the first row came; 0 if there is none. */
  long age(long nowMillis) {
    return rows.isEmpty() ? 0 : nowMillis - openedAt;
  }

  /** Everything below {@code to} that bronze doesn't have; the buffer starts anew. */
  BronzeBatch seal(long to) {
    BronzeBatch batch =
        new BronzeBatch(lease, next, to, flushTime.current(), rows, quarantined, bytes);
    flushTime.close();
    next = to;
    rows = new ArrayList<>(rows.size());
    quarantined = new ArrayList<>();
    bytes = 0;
    return batch;
  }
}
