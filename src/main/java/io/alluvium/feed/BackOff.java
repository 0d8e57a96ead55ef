package io.alluvium.feed;

import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * How long to wait after failures: twice as long after each further one up to a limit, a random
 * part of which is left out, so that several feeds don't come back together; or as long as the
 * server asks, and a little more. Not thread-safe.
 */
final class BackOff {
  /** However long a server asks, it is asked again within this time. */
  static final Duration LONGEST_ASKED = Duration.ofHours(1);

  private static final double JITTER = 0.5;
  private static final double JITTER_ASKED = 0.1;

  private final Duration first;
  private final Duration longest;
  private final DoubleSupplier random;
  private Duration next;

  /**
   * @param random from 0 to below 1
   */
  BackOff(Duration first, Duration longest, DoubleSupplier random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.next = shorter(first, longest);
  }

  /** The wait after a failure. */
  Duration failed(Optional<Duration> asked) {
    if (asked.isPresent()) {
      return stretched(shorter(asked.get(), LONGEST_ASKED), JITTER_ASKED * random.getAsDouble());
    }
    Duration pause = stretched(next, -JITTER * random.getAsDouble());
    next = shorter(next.multipliedBy(2), longest);
    return pause;
  }

  /** Something went well: the next failure is a first one again. */
  void succeeded() {
    next = shorter(first, longest);
  }

  private static Duration stretched(Duration span, double by) {
    return span.plusNanos((long) (span.toNanos() * by));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
