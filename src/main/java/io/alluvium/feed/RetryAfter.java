package io.alluvium.feed;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The header {@code Retry-After}: seconds or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
  private RetryAfter() {}

  /** From now on, never negative; empty if the value is neither. */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (text.matches("\\d{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
