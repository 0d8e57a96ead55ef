package io.alluvium.pipeline;

import io.alluvium.delta.TableChange;
import io.alluvium.row.Row;
import java.util.List;

/**
 * Rows for bronze, in offset order.
 *
 * @param ingestTime the value of {@code ingest_ts} in all of them, microseconds
 * @param quarantined records whose exact bytes the rows can't hold
 * @param bytes what it holds on to in memory
 */
record BronzeBatch(
    Lease lease,
    long from,
    long to,
    long ingestTime,
    List<Row> rows,
    List<QuarantinedRecord> quarantined,
    long bytes)
    implements Batch {

  @Override
  public void reject(String reason) {
    lease.fail(reason, null);
  }

  @Override
  public long readVersion() {
    return TableChange.APPEND;
  }
}
