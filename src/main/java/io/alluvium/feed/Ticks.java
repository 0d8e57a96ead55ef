package io.alluvium.feed;

import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;

/**
 * Times as .NET counts and prints them, which is what TfL serves: ticks of 100 ns, here since 1970,
 * the fraction without its trailing zeros. Keeps the last date's text; not thread-safe.
 */
final class Ticks {
  static final long PER_SECOND = 10_000_000;
  static final long PER_MILLI = PER_SECOND / 1000;
  private static final int FRACTION_DIGITS = 7;
  private static final long SECONDS_PER_DAY = TimeUnit.DAYS.toSeconds(1);

  private long day = Long.MIN_VALUE;
  private String date = "";

  static long of(Instant instant) {
    return instant.getEpochSecond() * PER_SECOND + instant.getNano() / 100;
  }

  /** Adds for example {@code 2026-04-25T18:04:44.6666741Z}. */
  ByteText print(long ticks, ByteText to) {
    long second = Math.floorDiv(ticks, PER_SECOND);
    long today = Math.floorDiv(second, SECONDS_PER_DAY);
    if (today != day) {
      day = today;
      date = LocalDate.ofEpochDay(today).toString();
    }
    to.ascii(date).ascii("T");
    clock(Math.floorMod(second, SECONDS_PER_DAY), to);
    return fraction(Math.floorMod(ticks, PER_SECOND), to).ascii("Z");
  }

  /** Adds a signed time span, for example {@code -00:00:32.6764035}. */
  ByteText printSpan(long ticks, ByteText to) {
    if (ticks < 0) {
      to.ascii("-");
    }
    long size = Math.abs(ticks);
    clock(size / PER_SECOND, to);
    return fraction(size % PER_SECOND, to);
  }

  private static void clock(long seconds, ByteText to) {
    to.padded(seconds / 3600, 2).ascii(":");
    to.padded(seconds / 60 % 60, 2).ascii(":").padded(seconds % 60, 2);
  }

  private static ByteText fraction(long ticks, ByteText to) {
    if (ticks == 0) {
      return to;
    }
    long digits = ticks;
    int width = FRACTION_DIGITS;
    while (digits % 10 == 0) {
      digits /= 10;
      width--;
    }
    return to.ascii(".").padded(digits, width);
  }
}
