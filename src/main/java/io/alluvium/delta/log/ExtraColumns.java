package io.alluvium.delta.log;

/** What a table may have beyond the configured columns. */
public enum ExtraColumns {
  /** Columns that may be null: rows are only appended, and readers see null in ours. */
  NULLABLE,
  /** None: rows are written anew, and values of a column that isn't known would vanish. */
  NONE
}
