package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.Arrays;

/** A row of every key; a key has a number as long as it has a row. */
final class KeyedRows {
  private final KeyIndex index;
  private final KeyNumbers numbers = new KeyNumbers();
  private Row[] rows = new Row[32];
  private long bytes;

  KeyedRows(int[] keyColumns) {
    this.index = new KeyIndex(keyColumns);
  }

  /** The number of the key that a row has, or -1. */
  int find(Row probe) {
    return index.find(probe, rows);
  }

  Row get(int id) {
    return rows[id];
  }

  /** Rows of some keys, side by side with their numbers. */
  Upsert.Entries entries(int[] ids) {
    return new Upsert.Entries(Arrays.stream(ids).mapToObj(id -> rows[id]).toList(), ids);
  }

  /** How many keys there are. */
  int size() {
    return numbers.inUse();
  }

  /** Above every number in use. */
  int end() {
    return numbers.end();
  }

  /** Bytes of all rows, array and object headers left aside. */
  long bytes() {
    return bytes;
  }

  /** Adds a key that {@link #find} doesn't find; returns its number. */
  int add(Row row) {
    int id = numbers.next();
    if (id == rows.length) {
      rows = Arrays.copyOf(rows, Math.addExact(id, (id >> 1) + 16));
    }
    rows[id] = row;
    bytes += row.sizeInBytes();
    index.add(id, rows);
    return id;
  }

  /** Puts another row of the same key in the place of the one held. */
  void replace(int id, Row row) {
    bytes += row.sizeInBytes() - rows[id].sizeInBytes();
    rows[id] = row;
  }

  void remove(int id) {
    index.remove(id, rows);
    bytes -= rows[id].sizeInBytes();
    rows[id] = null;
    numbers.free(id);
  }
}
