package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.Arrays;

/**
 * Finds a key's number: an open-addressing table of ints over rows that are kept elsewhere, so that
 * a key costs no object of its own. Linear probing at a load of at most a half.
 */
public final class KeyIndex {
  private static final int EMPTY = 0;

  private final int[] keyColumns;
  private int[] slots = new int[64];
  private int size;

  /**
   * @param keyColumns which columns of a row are its key
   */
  public KeyIndex(int[] keyColumns) {
    this.keyColumns = keyColumns.clone();
  }

  /**
   * The number of the key that {@code row} has, or -1.
   *
   * @param rows a row of each key by its number
   */
  public int find(Row row, Row[] rows) {
    int mask = slots.length - 1;
    for (int i = spread(row) & mask; slots[i] != EMPTY; i = (i + 1) & mask) {
      int id = slots[i] - 1;
      if (rows[id].sameColumns(row, keyColumns)) {
        return id;
      }
    }
    return -1;
  }

  /** Adds a key that {@link #find} doesn't find; {@code rows[id]} holds its row. */
  public void add(int id, Row[] rows) {
    if (2 * (size + 1) > slots.length) {
      grow(rows);
    }
    place(id, rows[id]);
    size++;
  }

  /** Removes the key {@code id}, which is in the index; {@code rows[id]} still holds its row. */
  public void remove(int id, Row[] rows) {
    int mask = slots.length - 1;
    int hole = spread(rows[id]) & mask;
    while (slots[hole] != id + 1) {
      hole = (hole + 1) & mask;
    }
    // Keys that were pushed past the hole move into it, or they wouldn't be found any more.
    for (int i = (hole + 1) & mask; slots[i] != EMPTY; i = (i + 1) & mask) {
      int home = spread(rows[slots[i] - 1]) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        slots[hole] = slots[i];
        hole = i;
      }
    }
    slots[hole] = EMPTY;
    size--;
  }

  private void grow(Row[] rows) {
    int[] old = slots;
    slots = new int[Math.multiplyExact(old.length, 2)];
    Arrays.stream(old).filter(s -> s != EMPTY).forEach(s -> place(s - 1, rows[s - 1]));
  }

  private void place(int id, Row row) {
    int mask = slots.length - 1;
    int i = spread(row) & mask;
    while (slots[i] != EMPTY) {
      i = (i + 1) & mask;
    }
    slots[i] = id + 1;
  }

  /** The columns' hash is a polynomial: its low bits need mixing before they choose a slot. */
  private int spread(Row row) {
    int hash = row.hashColumns(keyColumns) * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }
}
