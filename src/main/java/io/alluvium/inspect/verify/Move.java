package io.alluvium.inspect.verify;

/**
 * A commit that moved a partition's position without rows.
 *
 * @param operation {@code START}, {@code SKIP GAP}, {@code RESET}, or {@link #NO_ROWS} for offsets
 *     that hold no record, as transaction markers don't
 * @param from the position before, -1 for none
 * @param to the position after
 * @param time of the commit, milliseconds since the epoch
 */
record Move(int partition, String operation, long from, long to, long time) {
  static final String START = "START";
  static final String SKIP_GAP = "SKIP GAP";
  static final String RESET = "RESET";
  static final String NO_ROWS = "NO ROWS";
}
