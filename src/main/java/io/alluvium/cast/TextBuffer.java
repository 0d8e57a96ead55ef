package io.alluvium.cast;

import io.alluvium.row.RowBuilder;

/**
 * Numbers, dates and timestamps as the text that Spark's cast gives them, without allocation. Years
 * have four digits; those beyond 9999 a plus before them, those before 0 a minus. Not thread-safe.
 */
final class TextBuffer {
  private static final int MICRO_DIGITS = 6;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  /** A timestamp of a year of six digits and a sign is the longest. */
  private final byte[] bytes = new byte[40];

  private int length;

  TextBuffer number(long value) {
    length = 0;
    if (value < 0) {
      bytes[length++] = '-';
    }
    digits(value, 1);
    return this;
  }

  /**
   * @param day since the epoch
   */
  TextBuffer date(int day) {
    length = 0;
    putDate(day);
    return this;
  }

  /**
   * @param micros µs since the epoch; the zeros at the end of the fraction aren't written
   */
  TextBuffer timestamp(long micros) {
    length = 0;
    int day = UtcTime.date(micros);
    putDate(day);
    long second = Math.floorDiv(micros, MICROS_PER_SECOND) - (long) day * SECONDS_PER_DAY;
    bytes[length++] = ' ';
    digits(second / 3600, 2);
    bytes[length++] = ':';
    digits(second / 60 % 60, 2);
    bytes[length++] = ':';
    digits(second % 60, 2);
    int fraction = Math.floorMod(micros, (int) MICROS_PER_SECOND);
    if (fraction > 0) {
      bytes[length++] = '.';
      digits(fraction, MICRO_DIGITS);
      while (bytes[length - 1] == '0') {
        length--;
      }
    }
    return this;
  }

  private void putDate(int day) {
    long packed = UtcTime.yearMonthDay(day);
    int year = UtcTime.year(packed);
    if (year < 0) {
      bytes[length++] = '-';
    } else if (year > 9999) {
      bytes[length++] = '+';
    }
    digits(year, 4);
    bytes[length++] = '-';
    digits(UtcTime.month(packed), 2);
    bytes[length++] = '-';
    digits(UtcTime.day(packed), 2);
  }

  /** The digits of a number without its sign, with zeros before them if they are too few. */
  private void digits(long value, int fewest) {
    int count = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      count++;
    }
    count = Math.max(count, fewest);
    long rest = value;
    for (int i = length + count - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    }
    length += count;
  }

  /** Sets a STRING column to the text. */
  void set(RowBuilder out, int column) {
    out.setBytes(column, bytes, 0, length);
  }
}
