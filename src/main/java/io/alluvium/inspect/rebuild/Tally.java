package io.alluvium.inspect.rebuild;

import io.alluvium.inspect.rebuild.SilverFold.Reduced;

/** Counts what was done, and tells it now and then. For one thread. */
final class Tally {
  private static final int TELL_ROWS = 4_096;

  private final long expected;
  private final RebuildProgress progress;
  private long read;
  private long incomplete;
  private long keys;
  private long deletedKeys;

  /**
   * @param expected how many rows there are to read
   */
  Tally(long expected, RebuildProgress progress) {
    this.expected = expected;
    this.progress = progress;
  }

  /** A row was folded. */
  void folded(SilverFold fold) {
    if (++read % TELL_ROWS == 0) {
      progress.at(read, expected, keys + fold.keys());
    }
  }

  /** All rows of a source partition, or all there are, were folded. */
  void reduced(SilverFold fold, Reduced reduced) {
    incomplete += fold.incomplete();
    keys += reduced.rows().size();
    deletedKeys += reduced.markers().size();
    progress.at(read, expected, keys);
  }

  long read() {
    return read;
  }

  long incomplete() {
    return incomplete;
  }

  long keys() {
    return keys;
  }

  long deletedKeys() {
    return deletedKeys;
  }
}
