package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import java.util.Locale;

/** To BOOLEAN: t, true, y, yes, 1 and f, false, n, no, 0, trimmed, in any case (Spark, Cast). */
final class BooleanCast implements StringCast {
  private static final int LONGEST = 5;

  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    int start = Ascii.trimmedStart(text, from, to);
    int length = Ascii.trimmedEnd(text, start, to) - start;
    if (length > LONGEST) {
      return false;
    }
    switch (new String(text, start, length).toLowerCase(Locale.ROOT)) {
      case "t", "true", "y", "yes", "1" -> out.setBoolean(column, true);
      case "f", "false", "n", "no", "0" -> out.setBoolean(column, false);
      default -> {
        return false;
      }
    }
    return true;
  }
}
