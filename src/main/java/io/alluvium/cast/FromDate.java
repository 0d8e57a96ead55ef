package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;

/** Casts of dates: to text, and to the timestamp of their first moment in UTC. */
final class FromDate {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private FromDate() {}

  static ValueCast to(Type to) {
    return switch (to.kind()) {
      case STRING -> {
        TextBuffer text = new TextBuffer();
        yield (row, column, now, out, outColumn) ->
            text.date(row.getInt(column)).set(out, outColumn);
      }
      case TIMESTAMP ->
          (row, column, now, out, outColumn) -> setTimestamp(row.getInt(column), out, outColumn);
      default -> throw new IllegalArgumentException("no cast of a date to " + to);
    };
  }

  /** Spark fails on a day that is too far from the epoch for a timestamp; here it is null. */
  private static void setTimestamp(int day, RowBuilder out, int column) {
    long micros = day * MICROS_PER_DAY;
    if (micros / MICROS_PER_DAY == day) {
      out.setLong(column, micros);
    } else {
      out.setNull(column);
    }
  }
}
