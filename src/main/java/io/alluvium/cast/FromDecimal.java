package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import java.math.BigDecimal;

/**
 * Casts of decimals: to whole numbers by cutting off the fraction and all but the low bits; to text
 * as {@link BigDecimal#toString} has it, so with an exponent for small numbers of many digits.
 */
final class FromDecimal {
  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);

  private FromDecimal() {}

  static ValueCast to(Type to) {
    return switch (to.kind()) {
      case STRING ->
          (row, column, now, out, outColumn) ->
              out.setString(outColumn, row.getDecimal(column).toString());
      case INT ->
          (row, column, now, out, outColumn) -> out.setInt(outColumn, (int) whole(row, column));
      case LONG -> (row, column, now, out, outColumn) -> out.setLong(outColumn, whole(row, column));
      case DOUBLE ->
          (row, column, now, out, outColumn) ->
              out.setDouble(outColumn, row.getDecimal(column).doubleValue());
      case BOOLEAN ->
          (row, column, now, out, outColumn) -> out.setBoolean(outColumn, !isZero(row, column));
      case DECIMAL -> FromDecimal::setDecimal;
      case TIMESTAMP ->
          (row, column, now, out, outColumn) -> out.setLong(outColumn, micros(row, column));
      case DATE, BINARY -> throw new IllegalArgumentException("no cast of a decimal to " + to);
    };
  }

  /** Whether the value is one that {@link Decimals} takes as a long. */
  private static boolean isShort(Type type) {
    return type.precision() <= Decimals.LONG_DIGITS;
  }

  private static boolean isZero(RowReader row, int column) {
    return row.length(column) == 1 && row.getUnscaledLong(column) == 0;
  }

  private static long whole(RowReader row, int column) {
    Type type = row.schema().type(column);
    return isShort(type)
        ? row.getUnscaledLong(column) / Decimals.powerOfTen(type.scale())
        : row.getDecimal(column).longValue();
  }

  private static void setDecimal(
      RowReader row, int column, long now, RowBuilder out, int outColumn) {
    Type type = row.schema().type(column);
    boolean fits =
        isShort(type)
            ? Decimals.set(row.getUnscaledLong(column), type.scale(), out, outColumn)
            : Decimals.set(row.getDecimal(column), out, outColumn);
    if (!fits) {
      out.setNull(outColumn);
    }
  }

  private static long micros(RowReader row, int column) {
    return row.getDecimal(column).multiply(MICROS_PER_SECOND).longValue();
  }
}
