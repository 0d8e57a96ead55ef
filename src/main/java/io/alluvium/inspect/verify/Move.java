package io.alluvium.inspect.verify;

/**
 * A commit that moved a partition's position otherwise than by the records that it brought.
 *
 * @param from the position before, -1 for none
 * @param to the position after
 * @param time of the commit, milliseconds since the epoch
 */
record Move(int partition, Cause cause, long from, long to, long time) {
  /** Why: the reasons of {@link io.alluvium.pipeline.Operations.Reason}, and one more. */
  enum Cause {
    START,
    SKIP_GAP,
    RESET,
    /** Silver was made anew of all that bronze held. */
    REBUILD,
    /** The offsets hold no record, as those of transaction markers don't. */
    NO_ROWS
  }
}
