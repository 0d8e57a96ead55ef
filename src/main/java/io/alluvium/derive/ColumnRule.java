package io.alluvium.derive;

import io.alluvium.row.Type;

/** How one silver column is made from the columns of a bronze row. */
public sealed interface ColumnRule {
  /** The silver column's name. */
  String name();

  Type type();

  /** Takes a bronze column as it is. */
  record Copy(String name, Type type, String column) implements ColumnRule {}

  /**
   * What one group of a regular expression finds in a string column, then cast to {@code type}
   * (Spark's {@code regexp_extract}: no match gives the empty string, null gives null).
   */
  record Extract(String name, Type type, String column, String regex, int group)
      implements ColumnRule {}

  /** The time of the flush that writes the row, one value a flush. */
  record IngestTime(String name) implements ColumnRule {
    @Override
    public Type type() {
      return Type.TIMESTAMP;
    }
  }

  /** The UTC date of a timestamp column of bronze. */
  record DateOf(String name, String column) implements ColumnRule {
    @Override
    public Type type() {
      return Type.DATE;
    }
  }
}
