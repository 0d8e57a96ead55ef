package io.alluvium.inspect.print;

import java.util.List;

/**
 * Prints rows of plain Java values: null, String, Number, Boolean, java.time, byte[], List, Map.
 * Called in the order header, rows, end. For one thread.
 */
public interface RowPrinter {
  void header(List<String> names);

  void row(List<Object> values);

  /** Prints what is held back; the writer is flushed. */
  void end();
}
