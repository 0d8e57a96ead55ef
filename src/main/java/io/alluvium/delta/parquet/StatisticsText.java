package io.alluvium.delta.parquet;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Bounds as the log writes them; null where the log's text can't hold a true bound.
 *
 * <p>Strings are cut to 32 characters, as Spark does ({@code StatisticsCollection}). A prefix is a
 * lower bound already; an upper bound gets one more character that is greater than the first one
 * cut off. Order is that of UTF-8 bytes, which is that of code points.
 */
final class StatisticsText {
  private static final int PREFIX_CHARACTERS = 32;

  /** An upper bound may keep more while what follows is the greatest character there is. */
  private static final int MAX_PREFIX_CHARACTERS = 2 * PREFIX_CHARACTERS;

  private static final int ASCII_MAX = 0x7F;

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** Kernel reads dates through java.sql.Date, which moves the days that the calendar skipped. */
  private static final long GAP_START = LocalDate.of(1582, 10, 5).toEpochDay();

  private static final long GAP_END = LocalDate.of(1582, 10, 15).toEpochDay();
  private static final long MILLIS_A_DAY = 86_400_000;

  private StatisticsText() {}

  static String lowerBound(byte[] utf8) {
    return decode(utf8, characters(utf8, PREFIX_CHARACTERS));
  }

  static String upperBound(byte[] utf8) {
    String value = decode(utf8, characters(utf8, MAX_PREFIX_CHARACTERS + 1));
    if (value == null) {
      return null;
    }
    int[] points = value.codePoints().toArray();
    if (points.length <= PREFIX_CHARACTERS) {
      return value;
    }
    for (int length = PREFIX_CHARACTERS; length < points.length; length++) {
      int cut = points[length];
      if (cut < Character.MAX_CODE_POINT) {
        int greater = cut < ASCII_MAX ? ASCII_MAX : Character.MAX_CODE_POINT;
        return new StringBuilder(new String(points, 0, length)).appendCodePoint(greater).toString();
      }
    }
    return null;
  }

  /** Bytes of the first {@code count} characters, or all. */
  private static int characters(byte[] utf8, int count) {
    int seen = 0;
    for (int i = 0; i < utf8.length; i++) {
      boolean starts = (utf8[i] & 0xC0) != 0x80;
      if (starts && seen++ == count) {
        return i;
      }
    }
    return utf8.length;
  }

  /** Null for what isn't UTF-8: its text would be another value, and in another place. */
  private static String decode(byte[] utf8, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(utf8, 0, length))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  static String date(long epochDay) {
    boolean skipped = epochDay >= GAP_START && epochDay < GAP_END;
    boolean readable = epochDay >= FIRST_DAY && epochDay <= LAST_DAY && !skipped;
    return readable ? LocalDate.ofEpochDay(epochDay).toString() : null;
  }

  static String timestampFloor(long micros) {
    return timestamp(Math.floorDiv(micros, 1_000L));
  }

  static String timestampCeiling(long micros) {
    return timestamp(Math.floorDiv(micros, 1_000L) + (Math.floorMod(micros, 1_000) == 0 ? 0 : 1));
  }

  private static String timestamp(long millis) {
    long day = Math.floorDiv(millis, MILLIS_A_DAY);
    return day >= FIRST_DAY && day <= LAST_DAY ? MILLIS.format(Instant.ofEpochMilli(millis)) : null;
  }
}
