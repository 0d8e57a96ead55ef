package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import java.io.Closeable;
import java.io.IOException;

/** The rows of one data file in file order. For one thread. */
public interface RowIterator extends Closeable {
  /** The next row, or null after the last. */
  Row next() throws IOException;

  /**
   * Position in the file of the row that {@link #next} returned last, counted from 0 as deletion
   * vectors count it; -1 before the first.
   */
  long position();
}
