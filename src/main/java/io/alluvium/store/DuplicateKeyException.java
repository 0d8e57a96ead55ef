package io.alluvium.store;

import io.alluvium.row.Row;

/** The table holds two rows of one key. */
public final class DuplicateKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Row row;
  private final transient Object file;

  DuplicateKeyException(Row row, Object file) {
    super("a second row of a key in " + file);
    this.row = row;
    this.file = file;
  }

  /** The second row that was found. */
  public Row row() {
    return row;
  }

  /** The file that it was found in. */
  public Object file() {
    return file;
  }
}
