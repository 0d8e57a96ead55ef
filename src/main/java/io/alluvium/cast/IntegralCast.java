package io.alluvium.cast;

import io.alluvium.row.RowBuilder;

/**
 * To INT or LONG: trimmed, a sign, digits, and a fraction that is cut off ("1.9" is 1, "." is 0).
 * Anything else, and what the type can't hold, is no value (Spark, UTF8String.toInt and toLong).
 */
final class IntegralCast implements StringCast {
  private final long min;

  /**
   * @param min the type's smallest value
   */
  IntegralCast(long min) {
    this.min = min;
  }

  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    int position = Ascii.trimmedStart(text, from, to);
    int end = Ascii.trimmedEnd(text, position, to);
    if (position == end) {
      return false;
    }
    boolean negative = text[position] == '-';
    if (negative || text[position] == '+') {
      position++;
      if (position == end) {
        return false;
      }
    }
    // Counted downwards because the smallest value has no positive counterpart.
    long value = 0;
    for (; position < end && text[position] != '.'; position++) {
      if (!Ascii.isDigit(text[position]) || value < min / 10) {
        return false;
      }
      value = value * 10 - (text[position] - '0');
      if (value > 0 || value < min) {
        return false;
      }
    }
    for (position++; position < end; position++) {
      if (!Ascii.isDigit(text[position])) {
        return false;
      }
    }
    if (!negative && value == min) {
      return false;
    }
    out.setLong(column, negative ? value : -value);
    return true;
  }
}
