package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;

/**
 * To DECIMAL: trimmed, what {@link java.math.BigDecimal} takes, rounded half up; a number that is
 * too long for the column is no value (Spark, Decimal.fromString).
 */
final class DecimalCast implements StringCast {
  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    int start = from;
    int end = to;
    // As String.trim, which unlike the trimming before other casts leaves DEL alone.
    while (start < end && text[start] <= ' ') {
      start++;
    }
    while (end > start && text[end - 1] <= ' ') {
      end--;
    }
    return DecimalText.set(text, start, end, Type.MAX_PRECISION, out, column);
  }
}
