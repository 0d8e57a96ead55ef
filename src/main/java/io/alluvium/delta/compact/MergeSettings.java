package io.alluvium.delta.compact;

import java.time.Duration;

/**
 * When files are merged.
 *
 * @param targetBytes a merged file is of files that together aren't larger; one of half of it is
 *     never merged again
 * @param quiet how long no row may have come to a table partition for it to count as closed
 */
public record MergeSettings(long targetBytes, Duration quiet) {
  /** So many files of a size are merged into one of the next, so a row is rewritten seldom. */
  static final int FAN_IN = 8;

  /** Files below it are of one size. */
  static final long SMALLEST_TIER_BYTES = 64 << 10;

  /**
   * What {@link io.alluvium.delta.FileTags#BATCHES} may list, which bounds it to some 25 KB: what
   * would be more stays in several files.
   */
  static final int MAX_RUNS = 1_000;

  public static final Duration DEFAULT_QUIET = Duration.ofMinutes(5);

  boolean isFull(long bytes) {
    return 2 * bytes >= targetBytes;
  }

  /** Sizes of one tier differ by less than the fan-in. */
  static int tier(long bytes) {
    int tier = 0;
    for (long limit = SMALLEST_TIER_BYTES; bytes >= limit; limit *= FAN_IN) {
      tier++;
    }
    return tier;
  }
}
