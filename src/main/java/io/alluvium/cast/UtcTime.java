package io.alluvium.cast;

/**
 * Dates and hours in UTC by the proleptic Gregorian calendar, which Spark uses for every year: days
 * before 1582 aren't moved to the Julian calendar.
 */
public final class UtcTime {
  private static final long MICROS_PER_HOUR = 3_600_000_000L;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

  /** Of 400 years, after which the calendar repeats. */
  private static final long DAYS_PER_ERA = 146_097;

  /** 1970-01-01, counted from 0000-03-01. */
  private static final long EPOCH_DAY = 719_468;

  private UtcTime() {}

  /**
   * The date, in days since the epoch, of an instant.
   *
   * @param micros µs since 1970-01-01T00:00:00Z
   */
  public static int date(long micros) {
    return (int) Math.floorDiv(micros, MICROS_PER_DAY);
  }

  /**
   * The hour, 0 to 23, of an instant.
   *
   * @param micros µs since 1970-01-01T00:00:00Z
   */
  public static int hour(long micros) {
    return (int) (Math.floorMod(micros, MICROS_PER_DAY) / MICROS_PER_HOUR);
  }

  /** Whether the calendar has this day. */
  static boolean isDate(int year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year, month);
  }

  private static int lengthOfMonth(int year, int month) {
    return switch (month) {
      case 2 -> isLeap(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  private static boolean isLeap(int year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Days since the epoch of a day that {@link #isDate} accepts. */
  static long epochDay(int year, int month, int day) {
    // Years that start in March put the leap day last, so that one formula gives every month.
    long y = month <= 2 ? year - 1L : year;
    long era = Math.floorDiv(y, 400);
    long yearOfEra = y - era * 400;
    long dayOfYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * DAYS_PER_ERA
        + yearOfEra * 365
        + yearOfEra / 4
        - yearOfEra / 100
        + dayOfYear
        - EPOCH_DAY;
  }

  /** The inverse of {@link #epochDay}, for {@link #year}, {@link #month} and {@link #day}. */
  static long yearMonthDay(int epochDay) {
    long day = (long) epochDay + EPOCH_DAY;
    long era = Math.floorDiv(day, DAYS_PER_ERA);
    long dayOfEra = day - era * DAYS_PER_ERA;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long march = (5 * dayOfYear + 2) / 153;
    long month = march < 10 ? march + 3 : march - 9;
    long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    return year << 16 | month << 8 | (dayOfYear - (153 * march + 2) / 5 + 1);
  }

  static int year(long yearMonthDay) {
    return (int) (yearMonthDay >> 16);
  }

  static int month(long yearMonthDay) {
    return (int) (yearMonthDay >> 8) & 0xFF;
  }

  static int day(long yearMonthDay) {
    return (int) yearMonthDay & 0xFF;
  }
}
