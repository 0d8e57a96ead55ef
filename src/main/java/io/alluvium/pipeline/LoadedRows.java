package io.alluvium.pipeline;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.function.Consumer;

/** Rows on their way into a store, which the lease is told of now and then. */
final class LoadedRows implements RowSource {
  private static final int TELL_EVERY = 10_000;

  private final RowSource rows;
  private final Lease lease;
  private final long expected;
  private final Consumer<Row> told;
  private long count;

  /**
   * @param before rows of other files that were loaded before
   * @param expected rows of all files
   * @param told of each row
   */
  LoadedRows(RowSource rows, Lease lease, long before, long expected, Consumer<Row> told) {
    this.rows = rows;
    this.lease = lease;
    this.count = before;
    this.expected = expected;
    this.told = told;
  }

  @Override
  public Row next() throws IOException {
    if (++count % TELL_EVERY == 0) {
      lease.loading(new LoadProgress(count, expected));
    }
    Row row = rows.next();
    if (row != null) {
      told.accept(row);
    }
    return row;
  }

  @Override
  public long position() {
    return rows.position();
  }
}
