package io.alluvium.row;

import java.io.IOException;

/** Rows one after the other. */
@FunctionalInterface
public interface RowSource {
  /** The next row, or null after the last. */
  Row next() throws IOException;
}
