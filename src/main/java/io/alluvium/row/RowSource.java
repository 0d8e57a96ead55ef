package io.alluvium.row;

import java.io.IOException;

/** Rows of a file, one after the other. */
public interface RowSource {
  /** The next row, or null after the last. */
  Row next() throws IOException;

  /**
   * Position in the file of the row that {@link #next} returned last, counted from 0 with rows that
   * are left out counted too; -1 before the first.
   */
  long position();
}
