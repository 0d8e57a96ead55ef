package io.alluvium.pipeline;

import java.time.Clock;
import java.time.Instant;

/**
 * Gives each flush of a partition one ingest time, taken when its first row comes, that never steps
 * back: not when the clock does, and not against what the table already holds.
 */
final class FlushTime {
  private static final long NONE = Long.MIN_VALUE;

  private final Clock clock;
  private long latest;
  private long current = NONE;

  /**
   * @param latest the latest ingest time given before, microseconds; {@link Long#MIN_VALUE} if none
   */
  FlushTime(Clock clock, long latest) {
    this.clock = clock;
    this.latest = latest;
  }

  /** The time of the flush that is open, opening one if need be. Microseconds. */
  long current() {
    if (current == NONE) {
      Instant now = clock.instant();
      latest = Math.max(latest, now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000);
      current = latest;
    }
    return current;
  }

  /** Ends the open flush; the next {@link #current} opens another. */
  void close() {
    current = NONE;
  }
}
