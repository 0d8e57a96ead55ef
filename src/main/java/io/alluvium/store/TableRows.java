package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.Arrays;

/** The table's rows of keys that have changed since, by the keys' numbers; nothing if not asked. */
final class TableRows {
  private final ReplacedRows wanted;
  private Row[] rows = new Row[0];

  TableRows(ReplacedRows wanted) {
    this.wanted = wanted;
  }

  boolean kept() {
    return wanted == ReplacedRows.KEEP;
  }

  /**
   * @param row null if the table has none
   */
  void keep(int id, Row row) {
    if (kept()) {
      if (id >= rows.length) {
        rows = Arrays.copyOf(rows, Math.addExact(id, (id >> 1) + 32));
      }
      rows[id] = row;
    }
  }

  /** The row; null if there is none, or none is kept. */
  Row get(int id) {
    return id < rows.length ? rows[id] : null;
  }

  /** The row, which isn't kept any longer. */
  Row take(int id) {
    Row row = get(id);
    keep(id, null);
    return row;
  }
}
