package io.alluvium.feed;

import java.time.Duration;
import java.util.Locale;

/** How far a publication is: messages and value bytes handed to the producer, and for how long. */
public record Progress(long messages, long bytes, Duration elapsed) {
  private static final double MEGABYTE = 1e6;

  /** For example {@code 120,000 messages, 108.4 MB in 2.4 s (50,000/s)}. */
  @Override
  public String toString() {
    double seconds = Math.max(elapsed.toNanos() / 1e9, 1e-3);
    return String.format(
        Locale.ROOT,
        "%,d messages, %,.1f MB in %,.1f s (%,.0f/s)",
        messages,
        bytes / MEGABYTE,
        seconds,
        messages / seconds);
  }
}
