package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;

/** Casts of timestamps: as numbers they are seconds, rounded down where they must be whole. */
final class FromTimestamp {
  private static final int MICRO_DIGITS = 6;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  private FromTimestamp() {}

  static ValueCast to(Type to) {
    return switch (to.kind()) {
      case STRING -> {
        TextBuffer text = new TextBuffer();
        yield (row, column, now, out, outColumn) ->
            text.timestamp(row.getLong(column)).set(out, outColumn);
      }
      case INT ->
          (row, column, now, out, outColumn) ->
              setInt(seconds(row.getLong(column)), out, outColumn);
      case LONG ->
          (row, column, now, out, outColumn) ->
              out.setLong(outColumn, seconds(row.getLong(column)));
      case DOUBLE ->
          (row, column, now, out, outColumn) ->
              out.setDouble(outColumn, row.getLong(column) / (double) MICROS_PER_SECOND);
      case BOOLEAN ->
          (row, column, now, out, outColumn) -> out.setBoolean(outColumn, row.getLong(column) != 0);
      case DATE ->
          (row, column, now, out, outColumn) ->
              out.setInt(outColumn, UtcTime.date(row.getLong(column)));
      case DECIMAL ->
          (row, column, now, out, outColumn) -> {
            if (!Decimals.set(row.getLong(column), MICRO_DIGITS, out, outColumn)) {
              out.setNull(outColumn);
            }
          };
      case TIMESTAMP, BINARY ->
          throw new IllegalArgumentException("no cast of a timestamp to " + to);
    };
  }

  private static void setInt(long seconds, RowBuilder out, int column) {
    if (seconds == (int) seconds) {
      out.setInt(column, (int) seconds);
    } else {
      out.setNull(column);
    }
  }

  private static long seconds(long micros) {
    return Math.floorDiv(micros, MICROS_PER_SECOND);
  }
}
