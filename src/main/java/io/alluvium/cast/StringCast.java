package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;

/** Casts text to one type. Stateless, safe for any thread. */
@FunctionalInterface
public interface StringCast {
  /**
   * Sets {@code column} of {@code out} to the value that the text stands for. Text that stands for
   * none leaves {@code out} as it is. Never throws.
   *
   * @param text holds the characters from {@code from} to {@code to}, {@code to} left out
   * @param nowMicros the current time in µs since the epoch, UTC: a time of day without a date
   *     falls on its date
   * @return whether the text stands for a value; if not, Spark's cast gives null
   */
  boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column);

  /** The cast of a string to {@code type}. */
  static StringCast to(Type type) {
    return switch (type.kind()) {
      case STRING, BINARY ->
          (text, from, to, now, out, column) -> {
            out.setChars(column, text, from, to - from);
            return true;
          };
      case INT -> new IntegralCast(Integer.MIN_VALUE);
      case LONG -> new IntegralCast(Long.MIN_VALUE);
      case DOUBLE -> new DoubleCast();
      case DECIMAL -> new DecimalCast();
      case BOOLEAN -> new BooleanCast();
      case DATE -> new DateCast();
      case TIMESTAMP -> new TimestampCast();
    };
  }
}
