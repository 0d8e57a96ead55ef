package io.alluvium.pipeline;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds one consumer back, so that it doesn't fetch a partition more often than a service allows.
 * Kafka's consumer sends the next fetch of a partition within the poll that hands out the last of
 * its records, and no setting bounds how often that is: while it catches up, as often as the broker
 * answers. So after a poll that brought records the next one waits. Polls that bring none are
 * bounded by {@code fetch.max.wait.ms} on the broker. On the stream thread only.
 */
final class FetchPace {
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private long earliestNanos;

  /**
   * @param interval empty for no pace
   */
  FetchPace(Optional<Duration> interval) {
    this(interval, System::nanoTime);
  }

  FetchPace(Optional<Duration> interval, LongSupplier nanoTime) {
    this.intervalNanos = interval.orElse(Duration.ZERO).toNanos();
    this.nanoTime = nanoTime;
    this.earliestNanos = nanoTime.getAsLong();
  }

  /** Nanoseconds until the next poll may be, zero if it may be now. */
  long remainingNanos() {
    return intervalNanos == 0 ? 0 : Math.max(0, earliestNanos - nanoTime.getAsLong());
  }

  /** Waits until the next poll may be; an interrupt ends the wait and stays set. */
  void await() {
    try {
      TimeUnit.NANOSECONDS.sleep(remainingNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A poll has brought records. */
  void taken() {
    earliestNanos = nanoTime.getAsLong() + intervalNanos;
  }
}
