package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import java.util.Locale;

/**
 * To DOUBLE: what {@link Double#parseDouble} takes, and "inf", "infinity" and "nan" in any case
 * (Spark, Cast.processFloatingPointSpecialLiterals).
 */
final class DoubleCast implements StringCast {
  /** Digits whose number, and powers of ten, a double holds exactly: one division rounds right. */
  private static final int EXACT_DIGITS = 15;

  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    if (castShort(text, from, to, out, column)) {
      return true;
    }
    String string = new String(text, from, to - from);
    try {
      out.setDouble(column, Double.parseDouble(string));
      return true;
    } catch (NumberFormatException e) {
      return castSpecial(string, out, column);
    }
  }

  private static boolean castShort(char[] text, int from, int to, RowBuilder out, int column) {
    boolean negative = from < to && text[from] == '-';
    int start = negative ? from + 1 : from;
    int point = -1;
    long digits = 0;
    if (to - start > EXACT_DIGITS) {
      return false;
    }
    for (int i = start; i < to; i++) {
      if (text[i] == '.' && point < 0) {
        point = i;
      } else if (Ascii.isDigit(text[i])) {
        digits = digits * 10 + (text[i] - '0');
      } else {
        return false;
      }
    }
    if (to - start - (point < 0 ? 0 : 1) <= 0) {
      return false;
    }
    double value = point < 0 ? digits : digits / POWERS_OF_TEN[to - point - 1];
    out.setDouble(column, negative ? -value : value);
    return true;
  }

  private static boolean castSpecial(String text, RowBuilder out, int column) {
    switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" ->
          out.setDouble(column, Double.POSITIVE_INFINITY);
      case "-inf", "-infinity" -> out.setDouble(column, Double.NEGATIVE_INFINITY);
      case "nan" -> out.setDouble(column, Double.NaN);
      default -> {
        return false;
      }
    }
    return true;
  }
}
