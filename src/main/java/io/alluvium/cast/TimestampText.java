package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/**
 * Every form of a timestamp that Spark's cast takes (SparkDateTimeUtils.stringToTimestamp).
 *
 * <ul>
 *   <li>a date that may lack day and month: a sign, a year of four to six digits, month and day of
 *       one or two
 *   <li>then, after a space or 'T', a time that may lack minutes and seconds, all of one or two
 *       digits; a fraction of any length, cut off after µs; a zone, which needs the seconds
 *   <li>or only such a time, of at least {@code h:m} or {@code Th}: today's
 * </ul>
 *
 * <p>A zone is whatever {@link ZoneId} knows, short ids and offsets such as {@code +1:5} included.
 * The result must fit into 64 bits of µs.
 */
final class TimestampText {
  private static final Pattern ONE_DIGIT_HOUR = Pattern.compile("([+-])(\\d):");
  private static final Pattern ONE_DIGIT_MINUTE = Pattern.compile("([+-]\\d\\d):(\\d)$");
  private static final int MIN_YEAR_DIGITS = 4;
  private static final int MAX_YEAR_DIGITS = 6;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  private final TextCursor cursor;
  private boolean dated = true;
  private int year;
  private int month = 1;
  private int day = 1;
  private int hour;
  private int minute;
  private int second;
  private int micros;
  private String zone = "";

  private TimestampText(TextCursor cursor) {
    this.cursor = cursor;
  }

  /** As {@link StringCast#cast}. */
  static boolean cast(char[] text, int from, int to, long nowMicros, RowBuilder out, int column) {
    TextCursor cursor = TextCursor.trimmed(text, from, to);
    TimestampText parts = new TimestampText(cursor);
    if (cursor.position() == from && cursor.skip('T')) {
      parts.dated = false;
      parts.readTime();
    } else {
      parts.readDate();
    }
    if (!cursor.isComplete()) {
      return false;
    }
    try {
      out.setLong(column, parts.toMicros(nowMicros));
      return true;
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private void readDate() {
    int sign = cursor.sign();
    if (sign == 0 && cursor.digits() <= 2) {
      dated = false;
      hour = cursor.number(1, 2);
      if (cursor.skip(':')) {
        readMinute();
      } else {
        cursor.fail();
      }
      return;
    }
    year = cursor.number(MIN_YEAR_DIGITS, MAX_YEAR_DIGITS) * (sign < 0 ? -1 : 1);
    if (!cursor.skip('-')) {
      return;
    }
    month = cursor.number(1, 2);
    if (!cursor.skip('-')) {
      return;
    }
    day = cursor.number(1, 2);
    if (cursor.skip(' ') || cursor.skip('T')) {
      readTime();
    }
  }

  private void readTime() {
    hour = cursor.number(1, 2);
    if (cursor.skip(':')) {
      readMinute();
    }
  }

  private void readMinute() {
    minute = cursor.number(1, 2);
    if (!cursor.skip(':')) {
      return;
    }
    second = cursor.number(1, 2);
    if (cursor.skip('.')) {
      micros = cursor.microseconds();
    }
    zone = cursor.rest();
  }

  private long toMicros(long nowMicros) {
    ZoneId id = zone.isEmpty() ? ZoneOffset.UTC : zoneId(zone.trim());
    LocalTime time = LocalTime.of(hour, minute, second, micros * 1000);
    LocalDate date = dated ? LocalDate.of(year, month, day) : today(nowMicros, id);
    return micros(LocalDateTime.of(date, time).atZone(id).toInstant());
  }

  private static LocalDate today(long nowMicros, ZoneId zone) {
    return LocalDate.ofInstant(
        Instant.ofEpochSecond(Math.floorDiv(nowMicros, MICROS_PER_SECOND)), zone);
  }

  private static ZoneId zoneId(String name) {
    String hours = ONE_DIGIT_HOUR.matcher(name).replaceFirst("$10$2:");
    return ZoneId.of(ONE_DIGIT_MINUTE.matcher(hours).replaceFirst("$1:0$2"), ZoneId.SHORT_IDS);
  }

  private static long micros(Instant instant) {
    long seconds = instant.getEpochSecond();
    long part = instant.getNano() / 1000;
    // From the next second backwards: the whole seconds of the earliest instants don't fit.
    return seconds < 0
        ? Math.addExact(
            Math.multiplyExact(seconds + 1, MICROS_PER_SECOND), part - MICROS_PER_SECOND)
        : Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), part);
  }
}
