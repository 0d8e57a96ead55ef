package io.alluvium.feed;

import java.util.concurrent.TimeUnit;

/** Holds its one caller back to a mean rate, without making up for time that was lost. */
final class Pace {
  private static final long LONGEST_DEBT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SHORTEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final double nanosEach;
  private double nextNanos = System.nanoTime();

  /**
   * @param messagesPerSecond 0 for no limit
   */
  Pace(double messagesPerSecond) {
    nanosEach = messagesPerSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / messagesPerSecond;
  }

  /** Waits until the next message is due. */
  void await() throws InterruptedException {
    if (nanosEach == 0) {
      return;
    }
    long now = System.nanoTime();
    nextNanos = Math.max(nextNanos, (double) (now - LONGEST_DEBT_NANOS));
    long early = (long) nextNanos - now;
    if (early >= SHORTEST_SLEEP_NANOS) {
      TimeUnit.NANOSECONDS.sleep(early);
    }
    nextNanos += nanosEach;
  }
}
