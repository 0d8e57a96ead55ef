package io.alluvium.delta.log;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a table's commits are kept, by its properties ({@code delta.logRetentionDuration} and
 * {@code delta.enableExpiredLogCleanup}, which every Delta writer goes by).
 */
public final class LogRetention {
  public static final String DURATION = "delta.logRetentionDuration";
  public static final String CHECKPOINT_INTERVAL = "delta.checkpointInterval";
  private static final String CLEANUP = "delta.enableExpiredLogCleanup";

  private static final String PROTECTED_BEFORE = "delta.requireCheckpointProtectionBeforeVersion";

  private static final Duration DEFAULT = Duration.ofDays(30);
  private static final long DEFAULT_CHECKPOINT_INTERVAL = 10;
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(\\d{1,12})\\s*(week|day|hour|minute|second|millisecond|microsecond)s?(?=\\s|$)");

  private LogRetention() {}

  /** A duration as a value of {@link #DURATION}, in the largest unit that takes it whole. */
  public static String interval(Duration duration) {
    long millis = duration.toMillis();
    if (millis % Duration.ofDays(1).toMillis() == 0) {
      return "interval " + duration.toDays() + " days";
    }
    if (millis % Duration.ofHours(1).toMillis() == 0) {
      return "interval " + duration.toHours() + " hours";
    }
    return millis % 1000 == 0
        ? "interval " + duration.toSeconds() + " seconds"
        : "interval " + millis + " milliseconds";
  }

  /**
   * How long commits are kept; empty = for ever, because the table wants it so or because what it
   * wants can't be understood.
   */
  static Optional<Duration> of(Map<String, String> properties) {
    if (!Boolean.parseBoolean(properties.getOrDefault(CLEANUP, "true"))) {
      return Optional.empty();
    }
    String value = properties.get(DURATION);
    return value == null ? Optional.of(DEFAULT) : parse(value);
  }

  /** After how many commits a checkpoint is written. */
  public static long checkpointInterval(Map<String, String> properties) {
    try {
      long interval = Long.parseLong(properties.getOrDefault(CHECKPOINT_INTERVAL, ""));
      return interval > 0 ? interval : DEFAULT_CHECKPOINT_INTERVAL;
    } catch (NumberFormatException e) {
      return DEFAULT_CHECKPOINT_INTERVAL;
    }
  }

  /**
   * The version before which checkpoints are protected (protocol, "Checkpoint Protection"), 0 if
   * none are.
   */
  static long protectedBefore(Map<String, String> properties) {
    try {
      return Long.parseLong(properties.getOrDefault(PROTECTED_BEFORE, "0"));
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Reads {@code interval 1 week 2 days}; months and years have no length, so they don't do. */
  private static Optional<Duration> parse(String value) {
    String parts = value.strip().toLowerCase(Locale.ROOT).replaceFirst("^interval\\s+", "");
    Matcher part = PART.matcher(parts);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (end < parts.length()) {
      if (!part.find(end) || part.start() != end) {
        return Optional.empty();
      }
      sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
      end = part.end();
    }
    return sum.isZero() ? Optional.empty() : Optional.of(sum);
  }

  private static Duration unit(String name) {
    return switch (name) {
      case "week" -> Duration.ofDays(7);
      case "day" -> Duration.ofDays(1);
      case "hour" -> Duration.ofHours(1);
      case "minute" -> Duration.ofMinutes(1);
      case "second" -> Duration.ofSeconds(1);
      case "millisecond" -> Duration.ofMillis(1);
      default -> Duration.ofNanos(1000);
    };
  }
}
