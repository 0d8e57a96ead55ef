package io.alluvium.cast;

import io.alluvium.row.Type;

/** Casts of timestamps: as numbers they are seconds, whole ones rounded down. */
final class FromTimestamp {
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
              out.setInt(outColumn, (int) seconds(row.getLong(column)));
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
          (row, column, now, out, outColumn) ->
              FromDouble.setDecimal(
                  row.getLong(column) / (double) MICROS_PER_SECOND, out, outColumn);
      case TIMESTAMP, BINARY ->
          throw new IllegalArgumentException("no cast of a timestamp to " + to);
    };
  }

  private static long seconds(long micros) {
    return Math.floorDiv(micros, MICROS_PER_SECOND);
  }
}
