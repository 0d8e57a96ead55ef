package io.alluvium.cast;

import io.alluvium.row.RowBuilder;

/**
 * To TIMESTAMP. Takes {@code yyyy-MM-ddTHH:mm:ss[.f…][Z|±hh:mm]}, which nearly every feed writes,
 * without allocation, and leaves all else to {@link TimestampText}.
 */
final class TimestampCast implements StringCast {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int SHORTEST = 19;

  /** An offset of more is an error (java.time.ZoneOffset). */
  private static final int MAX_OFFSET_HOURS = 18;

  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    if (!isPlain(text, from, to)) {
      return TimestampText.cast(text, from, to, nowMicros, out, column);
    }
    int micros = 0;
    int position = from + SHORTEST;
    if (position < to && text[position] == '.') {
      int scale = 100_000;
      for (position++; position < to && Ascii.isDigit(text[position]); position++) {
        micros += (text[position] - '0') * scale;
        scale /= 10;
      }
    }
    int offset = offsetSeconds(text, position, to);
    if (offset == Integer.MIN_VALUE) {
      return TimestampText.cast(text, from, to, nowMicros, out, column);
    }
    int year = two(text, from) * 100 + two(text, from + 2);
    int month = two(text, from + 5);
    int day = two(text, from + 8);
    int hour = two(text, from + 11);
    int minute = two(text, from + 14);
    int second = two(text, from + 17);
    if (!UtcTime.isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) {
      return false;
    }
    long seconds = UtcTime.epochDay(year, month, day) * SECONDS_PER_DAY;
    seconds += hour * 3600 + minute * 60 + second - offset;
    out.setLong(column, seconds * MICROS_PER_SECOND + micros);
    return true;
  }

  private static boolean isPlain(char[] text, int from, int to) {
    return to - from >= SHORTEST
        && isTwo(text, from)
        && isTwo(text, from + 2)
        && text[from + 4] == '-'
        && isTwo(text, from + 5)
        && text[from + 7] == '-'
        && isTwo(text, from + 8)
        && (text[from + 10] == 'T' || text[from + 10] == ' ')
        && isTwo(text, from + 11)
        && text[from + 13] == ':'
        && isTwo(text, from + 14)
        && text[from + 16] == ':'
        && isTwo(text, from + 17);
  }

  /** The offset from UTC that ends the text, or {@link Integer#MIN_VALUE} if it is another zone. */
  private static int offsetSeconds(char[] text, int position, int to) {
    int length = to - position;
    if (length == 0 || (length == 1 && text[position] == 'Z')) {
      return 0;
    }
    if (length != 6
        || (text[position] != '+' && text[position] != '-')
        || !isTwo(text, position + 1)
        || text[position + 3] != ':'
        || !isTwo(text, position + 4)) {
      return Integer.MIN_VALUE;
    }
    int hours = two(text, position + 1);
    int minutes = two(text, position + 4);
    if (hours >= MAX_OFFSET_HOURS || minutes > 59) {
      return Integer.MIN_VALUE;
    }
    int seconds = hours * 3600 + minutes * 60;
    return text[position] == '-' ? -seconds : seconds;
  }

  private static boolean isTwo(char[] text, int position) {
    return Ascii.isDigit(text[position]) && Ascii.isDigit(text[position + 1]);
  }

  private static int two(char[] text, int position) {
    return (text[position] - '0') * 10 + text[position + 1] - '0';
  }
}
