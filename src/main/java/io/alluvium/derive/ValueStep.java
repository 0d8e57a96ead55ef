package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;

/**
 * A {@link Step} at work: sets {@code target} of {@code out}, to null too, from {@code column} of
 * {@code in}, which may be the same builder. Never throws for a value of its type. For one thread.
 */
@FunctionalInterface
interface ValueStep {
  /**
   * @param nowMicros the time of the flush, µs since the epoch
   */
  void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target);

  /** The step for values, null for null. */
  static ValueStep notNull(ValueStep step) {
    return (in, column, now, out, target) -> {
      if (in.isNull(column)) {
        out.setNull(target);
      } else {
        step.apply(in, column, now, out, target);
      }
    };
  }
}
