package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;
import java.math.BigDecimal;

/**
 * Casts of doubles: to whole numbers by cutting off the fraction, the nearest there is for what is
 * too large, and 0 for NaN; to decimals by their shortest text.
 */
final class FromDouble {
  private static final double MICROS_PER_SECOND = 1e6;

  private FromDouble() {}

  static ValueCast to(Type to) {
    return switch (to.kind()) {
      case STRING ->
          (row, column, now, out, outColumn) ->
              out.setString(outColumn, Double.toString(row.getDouble(column)));
      case INT ->
          (row, column, now, out, outColumn) -> out.setInt(outColumn, (int) row.getDouble(column));
      case LONG ->
          (row, column, now, out, outColumn) ->
              out.setLong(outColumn, (long) row.getDouble(column));
      case DOUBLE ->
          (row, column, now, out, outColumn) -> out.setDouble(outColumn, row.getDouble(column));
      case BOOLEAN ->
          (row, column, now, out, outColumn) ->
              out.setBoolean(outColumn, row.getDouble(column) != 0);
      case DECIMAL ->
          (row, column, now, out, outColumn) -> setDecimal(row.getDouble(column), out, outColumn);
      case TIMESTAMP ->
          (row, column, now, out, outColumn) -> setTimestamp(row.getDouble(column), out, outColumn);
      case DATE, BINARY -> throw new IllegalArgumentException("no cast of a double to " + to);
    };
  }

  private static void setDecimal(double value, RowBuilder out, int column) {
    if (!Double.isFinite(value) || !Decimals.set(BigDecimal.valueOf(value), out, column)) {
      out.setNull(column);
    }
  }

  private static void setTimestamp(double seconds, RowBuilder out, int column) {
    if (Double.isFinite(seconds)) {
      out.setLong(column, (long) (seconds * MICROS_PER_SECOND));
    } else {
      out.setNull(column);
    }
  }
}
