package io.alluvium.cast;

/**
 * Dates and hours in UTC by the proleptic Gregorian calendar, which Spark uses for every year: days
 * before 1582 aren't moved to the Julian calendar.
 */
public final class UtcTime {
  private static final long MICROS_PER_HOUR = 3_600_000_000L;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

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
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468;
  }
}
