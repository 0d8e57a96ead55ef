package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import java.math.BigDecimal;

/** Text to a DECIMAL column by the grammar of {@link BigDecimal}, rounded half up. */
public final class DecimalText {
  private DecimalText() {}

  /**
   * Sets the column, or leaves {@code out} as it is. Blanks aren't trimmed.
   *
   * @param text holds the characters from {@code from} to {@code to}, {@code to} left out
   * @param mostIntegral a number of more digits before the point is refused, also a zero whose
   *     exponent says so ("0e50")
   * @return whether the text is a number that fits the column
   */
  public static boolean set(
      char[] text, int from, int to, long mostIntegral, RowBuilder out, int column) {
    if (isShort(text, from, to)) {
      return setShort(text, from, to, out, column);
    }
    BigDecimal value = DecimalScanner.parse(text, from, to);
    return value != null
        && (long) value.precision() - value.scale() <= mostIntegral
        && Decimals.set(value, out, column);
  }

  /** A sign at most, digits that a long holds and a point at most: what nearly every text is. */
  private static boolean isShort(char[] text, int from, int to) {
    int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
    int points = 0;
    for (int i = start; i < to; i++) {
      if (text[i] == '.') {
        points++;
      } else if (!Ascii.isDigit(text[i])) {
        return false;
      }
    }
    int digits = to - start - points;
    return points <= 1 && digits > 0 && digits <= Decimals.LONG_DIGITS;
  }

  private static boolean setShort(char[] text, int from, int to, RowBuilder out, int column) {
    long unscaled = 0;
    int scale = 0;
    for (int i = from; i < to; i++) {
      if (text[i] == '.') {
        scale = to - i - 1;
      } else if (Ascii.isDigit(text[i])) {
        unscaled = unscaled * 10 + (text[i] - '0');
      }
    }
    return Decimals.set(text[from] == '-' ? -unscaled : unscaled, scale, out, column);
  }
}
