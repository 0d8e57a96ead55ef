package io.alluvium.inspect.rebuild;

import java.time.Duration;

/** Says when it is time to note how far a portion has come. For one thread. */
final class Pace {
  private final long leastNanos;
  private final long share;
  private long last = System.nanoTime();
  private long cost;

  /**
   * @param least time between two notes
   * @param share of the time that notes may cost, as one in so many
   */
  Pace(Duration least, int share) {
    this.leastNanos = least.toNanos();
    this.share = share;
  }

  /** Two minutes' work at most are done again, or twenty times what a note of it all costs. */
  static Pace usual() {
    return new Pace(Duration.ofMinutes(2), 20);
  }

  boolean isDue() {
    return System.nanoTime() - last >= Math.max(leastNanos, share * cost);
  }

  /** A note was written. */
  void noted(long nanos) {
    cost = nanos;
    last = System.nanoTime();
  }
}
