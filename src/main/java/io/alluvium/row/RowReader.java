package io.alluvium.row;

/**
 * Typed access to the values of one row. The typed getters are undefined for a null value: ask
 * {@link #isNull} first.
 */
public interface RowReader {
  Schema schema();

  boolean isNull(int column);

  /** Value of an INT, DATE (days) or BOOLEAN (0 or 1) column. */
  int getInt(int column);

  /** Value of a LONG or TIMESTAMP (microseconds) column. */
  long getLong(int column);

  double getDouble(int column);

  /** The array that holds a STRING (UTF-8) or BINARY value; not to be changed. */
  byte[] array(int column);

  /** Where the value starts in {@link #array}. */
  int offset(int column);

  /** The value's length in bytes. */
  int length(int column);

  default boolean getBoolean(int column) {
    return getInt(column) != 0;
  }

  default String getString(int column) {
    return new String(
        array(column), offset(column), length(column), java.nio.charset.StandardCharsets.UTF_8);
  }
}
