package io.alluvium.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

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

  /**
   * The array that holds a STRING (UTF-8), BINARY or DECIMAL (unscaled value, two's complement, big
   * endian, no byte more than needed) value; not to be changed.
   */
  byte[] array(int column);

  /** Where the value starts in {@link #array}. */
  int offset(int column);

  /** The value's length in bytes. */
  int length(int column);

  default boolean getBoolean(int column) {
    return getInt(column) != 0;
  }

  /** A DECIMAL, with the column's scale. */
  default BigDecimal getDecimal(int column) {
    int scale = schema().type(column).scale();
    return length(column) <= Long.BYTES
        ? BigDecimal.valueOf(getUnscaledLong(column), scale)
        : new BigDecimal(new BigInteger(array(column), offset(column), length(column)), scale);
  }

  /** The unscaled value of a DECIMAL of at most eight {@linkplain #length bytes}. */
  default long getUnscaledLong(int column) {
    return Unscaled.read(array(column), offset(column), length(column));
  }

  default String getString(int column) {
    return new String(
        array(column), offset(column), length(column), java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Whether two values that aren't null, both of one type, are equal. */
  default boolean sameValue(int column, RowReader other, int otherColumn) {
    Type type = schema().type(column);
    if (type.isVariable()) {
      return Arrays.equals(
          array(column),
          offset(column),
          offset(column) + length(column),
          other.array(otherColumn),
          other.offset(otherColumn),
          other.offset(otherColumn) + other.length(otherColumn));
    }
    return type.width() == Long.BYTES
        ? getLong(column) == other.getLong(otherColumn)
        : getInt(column) == other.getInt(otherColumn);
  }
}
