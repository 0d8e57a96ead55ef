package io.alluvium.pipeline;

/**
 * How far the loading of a partition's store is.
 *
 * @param rows read so far
 * @param expected all of them, as far as the table says how many there are
 */
public record LoadProgress(long rows, long expected) {
  /** From 0 to 1. */
  public double share() {
    return rows >= expected ? 1 : (double) rows / expected;
  }
}
