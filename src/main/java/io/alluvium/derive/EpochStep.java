package io.alluvium.derive;

import io.alluvium.row.Type;

/** Timestamps of numbers since the epoch. */
final class EpochStep {
  private static final long NANOS_PER_MICRO = 1_000;

  private EpochStep() {}

  /**
   * @param input int or bigint
   */
  static ValueStep of(Step.FromEpoch.Unit unit, Type input) {
    long micros =
        switch (unit) {
          case SECONDS -> 1_000_000;
          case MILLISECONDS -> 1_000;
          case MICROSECONDS, NANOSECONDS -> 1;
        };
    long parts = unit == Step.FromEpoch.Unit.NANOSECONDS ? NANOS_PER_MICRO : 1;
    boolean isInt = input == Type.INT;
    return (in, column, now, out, target) -> {
      long number = isInt ? in.getInt(column) : in.getLong(column);
      if (Math.multiplyHigh(number, micros) == number * micros >> Long.SIZE - 1) {
        out.setLong(target, Math.floorDiv(number * micros, parts));
      }
    };
  }
}
