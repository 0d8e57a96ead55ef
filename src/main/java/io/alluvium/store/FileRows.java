package io.alluvium.store;

import java.util.Arrays;

/** Which key's row lies at which position of one file. */
final class FileRows<F> {
  /** No live row at this position. */
  static final int DEAD = -1;

  private final F file;
  private int[] ids;
  private int size;
  private int live;

  FileRows(F file, int expectedRows) {
    this.file = file;
    this.ids = new int[expectedRows];
  }

  F file() {
    return file;
  }

  int size() {
    return size;
  }

  int live() {
    return live;
  }

  int id(int position) {
    return ids[position];
  }

  /** Appends the row of a key and returns its position. */
  int append(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, Math.max(16, size * 2));
    }
    ids[size] = id;
    live++;
    return size++;
  }

  void kill(int position) {
    ids[position] = DEAD;
    live--;
  }
}
