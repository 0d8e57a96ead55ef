package io.alluvium.store;

import io.alluvium.row.Row;

/** The table holds two rows of one key. */
public final class DuplicateKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Row row;

  DuplicateKeyException(Row row) {
    super("a second row of a key");
    this.row = row;
  }

  /** The second row that was found. */
  public Row row() {
    return row;
  }
}
