package io.alluvium.pipeline;

import java.time.Duration;

/** Pauses between tries, growing, until a deadline. For one thread. */
final class Retry {
  private final long end;
  private final long longestMillis;
  private long nextMillis;

  /**
   * @param deadline from now
   * @param first the first pause; each later one is twice the one before
   */
  Retry(Duration deadline, Duration first, Duration longest) {
    this.end = System.nanoTime() + deadline.toNanos();
    this.nextMillis = first.toMillis();
    this.longestMillis = longest.toMillis();
  }

  /** Sleeps and returns true, or returns false at once if the deadline has passed. */
  boolean pause() throws InterruptedException {
    if (System.nanoTime() >= end) {
      return false;
    }
    Thread.sleep(nextMillis);
    nextMillis = Math.min(2 * nextMillis, longestMillis);
    return true;
  }
}
