package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import io.alluvium.row.Type.Kind;

/**
 * Casts the values of one column to another type as Spark SQL's {@code cast} does with ANSI mode
 * off and the session time zone UTC. Holds buffers: for one thread.
 */
@FunctionalInterface
public interface ValueCast {
  /**
   * Sets a column of {@code out} to the cast value: null for null, and for a value that the type
   * hasn't. Never throws. {@code out} may be the row that is read.
   *
   * @param nowMicros the current time in µs since the epoch, UTC: a text that is a time of day
   *     without a date falls on its date
   */
  void cast(RowReader from, int column, long nowMicros, RowBuilder out, int outColumn);

  /**
   * Whether there is a cast that can give a value. Spark refuses numbers and booleans to dates; it
   * takes dates to numbers and booleans, but every result is null. Binaries stay what they are.
   */
  static boolean isAllowed(Type from, Type to) {
    if (from.equals(to)) {
      return true;
    }
    return switch (from.kind()) {
      case BINARY -> false;
      case STRING, TIMESTAMP -> to.kind() != Kind.BINARY;
      case DATE -> to.kind() == Kind.STRING || to.kind() == Kind.TIMESTAMP;
      case INT, LONG, DOUBLE, DECIMAL, BOOLEAN ->
          to.kind() != Kind.BINARY && to.kind() != Kind.DATE;
    };
  }

  /**
   * @throws IllegalArgumentException if the cast isn't {@linkplain #isAllowed allowed}
   */
  static ValueCast of(Type from, Type to) {
    if (!isAllowed(from, to)) {
      throw new IllegalArgumentException("no cast of " + from + " to " + to);
    }
    ValueCast cast = from.equals(to) ? ValueCast::copy : ofOthers(from, to);
    return (row, column, now, out, outColumn) -> {
      if (row.isNull(column)) {
        out.setNull(outColumn);
      } else {
        cast.cast(row, column, now, out, outColumn);
      }
    };
  }

  private static ValueCast ofOthers(Type from, Type to) {
    return switch (from.kind()) {
      case STRING -> new FromString(StringCast.to(to));
      case INT -> FromInteger.to(to, RowReader::getInt);
      case LONG -> FromInteger.to(to, RowReader::getLong);
      case BOOLEAN -> FromBoolean.to(to);
      case DOUBLE -> FromDouble.to(to);
      case DECIMAL -> FromDecimal.to(to);
      case DATE -> FromDate.to(to);
      case TIMESTAMP -> FromTimestamp.to(to);
      case BINARY -> throw new IllegalArgumentException("no cast of a binary");
    };
  }

  private static void copy(RowReader from, int column, long now, RowBuilder out, int outColumn) {
    out.copy(outColumn, from, column);
  }
}
