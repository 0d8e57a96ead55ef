package io.alluvium.pipeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Up to which record timestamps one table holds a partition. Batches are told when they are sealed;
 * once the table has passed them, their newest record is durable. Timestamps are those of Kafka's
 * records, milliseconds since the epoch. Safe for several threads.
 */
public final class RecordTimes {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Deque<Sealed> underWay = new ArrayDeque<>();
  private volatile long newest = UNKNOWN;
  private volatile long complete = UNKNOWN;

  /** The newest record below {@code to} has this timestamp. */
  private record Sealed(long to, long millis) {}

  /**
   * Everything below an offset is on its way to the table.
   *
   * @param millis the newest timestamp below it; negative if no record told one
   */
  synchronized void sealed(long to, long millis) {
    if (millis >= 0) {
      underWay.add(new Sealed(to, millis));
    }
  }

  /** The table holds everything below {@code next}. */
  synchronized void reached(long next) {
    while (!underWay.isEmpty() && underWay.peek().to <= next) {
      newest = Math.max(newest, underWay.remove().millis);
    }
  }

  /** The table held everything that the partition had at this time. */
  void caughtUp(long millis) {
    complete = millis;
  }

  /** The newest timestamp in the table; empty until something was written. */
  public OptionalLong newest() {
    return known(newest);
  }

  /**
   * Up to when the table is complete, if records come in the order of their timestamps: the newest
   * in it, or the last moment at which nothing was missing, whichever is later.
   */
  public OptionalLong validThrough() {
    return known(Math.max(newest, complete));
  }

  private static OptionalLong known(long millis) {
    return millis == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(millis);
  }
}
