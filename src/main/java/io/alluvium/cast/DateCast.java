package io.alluvium.cast;

import io.alluvium.row.RowBuilder;

/**
 * To DATE: {@code [+-]yyyy}, {@code [+-]yyyy-[m]m} or {@code [+-]yyyy-[m]m-[d]d}, the last one also
 * followed by a space or 'T' and anything. A year has four to seven digits, and the day must be one
 * that an int counts (Spark, SparkDateTimeUtils.stringToDate).
 */
final class DateCast implements StringCast {
  private static final int MIN_YEAR_DIGITS = 4;
  private static final int MAX_YEAR_DIGITS = 7;

  @Override
  public boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    TextCursor cursor = TextCursor.trimmed(text, from, to);
    int sign = cursor.sign();
    int year = cursor.number(MIN_YEAR_DIGITS, MAX_YEAR_DIGITS) * (sign < 0 ? -1 : 1);
    int month = 1;
    int day = 1;
    if (cursor.skip('-')) {
      month = cursor.number(1, 2);
      if (cursor.skip('-')) {
        day = cursor.number(1, 2);
        if (cursor.skip(' ') || cursor.skip('T')) {
          cursor.skipRest();
        }
      }
    }
    if (!cursor.isComplete() || !UtcTime.isDate(year, month, day)) {
      return false;
    }
    long epochDay = UtcTime.epochDay(year, month, day);
    if (epochDay != (int) epochDay) {
      return false;
    }
    out.setInt(column, (int) epochDay);
    return true;
  }
}
