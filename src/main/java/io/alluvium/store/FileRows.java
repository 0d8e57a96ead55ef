package io.alluvium.store;

import java.util.Arrays;
import org.roaringbitmap.RoaringBitmap;

/** Which key's row lies at which position of one file, and which rows are superseded. */
final class FileRows<F> {
  /** No live row at this position. */
  static final int DEAD = -1;

  private final RoaringBitmap dead = new RoaringBitmap();
  private F file;
  private int[] ids;
  private int size;

  FileRows(F file, int expectedRows) {
    this.file = file;
    this.ids = new int[expectedRows];
  }

  F file() {
    return file;
  }

  /** The same rows by another description of the file. */
  void describe(F other) {
    file = other;
  }

  /** Rows in the file, superseded ones among them. */
  int size() {
    return size;
  }

  int live() {
    return size - dead.getCardinality();
  }

  /** Positions of superseded rows; not to be changed. */
  RoaringBitmap dead() {
    return dead;
  }

  /** The key's number, or {@link #DEAD}. */
  int id(int position) {
    return ids[position];
  }

  /** Says whose row lies at a position beyond all that were said; those between are dead. */
  void put(int position, int id) {
    extend(position);
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, Math.max(16, size * 2));
    }
    ids[size++] = id;
  }

  /** Says how many rows there are; those after the last {@link #put} are dead. */
  void extend(int rows) {
    if (rows > size) {
      if (rows > ids.length) {
        ids = Arrays.copyOf(ids, Math.max(rows, size * 2));
      }
      Arrays.fill(ids, size, rows, DEAD);
      dead.add((long) size, rows);
      size = rows;
    }
  }

  void kill(int position) {
    ids[position] = DEAD;
    dead.add(position);
  }
}
