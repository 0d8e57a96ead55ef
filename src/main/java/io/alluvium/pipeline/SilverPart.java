package io.alluvium.pipeline;

import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.row.RowBuilder;

/** What a task does with silver's rows. For the stream thread. */
interface SilverPart {
  /** The first offset that is to be taken. */
  long next();

  /** The time of the flush that the row to be taken next belongs to, microseconds. */
  long flushTime();

  /**
   * Takes a row.
   *
   * @param meaning not INCOMPLETE
   */
  void take(Meaning meaning, RowBuilder silverRow, long offset);

  /** Bytes that it holds until the next {@link #seal}. */
  long bytes();

  /** Takes note of what became of what was handed over. */
  void settle();

  /** Takes note of the time that has passed; called again and again. */
  void expire();

  /**
   * Whether something is to be handed over by now.
   *
   * @param processed the offset after the last one that was taken
   */
  boolean isDue(long processed, long nowMillis);

  /** Whether there is something that could be handed over, due or not. */
  boolean isPending(long processed);

  /** Hands everything over; bronze, if there is one, was handed the same offsets before. */
  void seal(long processed, long nowMillis);

  /** Told when nothing is due. */
  void idle();
}
