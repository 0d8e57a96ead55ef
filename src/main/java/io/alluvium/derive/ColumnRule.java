package io.alluvium.derive;

import io.alluvium.row.Type;
import java.util.List;

/**
 * How one silver column is made: from an origin, then step by step.
 *
 * @param type what comes out of the last step
 */
public record ColumnRule(String name, Type type, Origin origin, List<Step> steps, Use use) {
  /** Where the values go. */
  public enum Use {
    /** Into the table. */
    KEPT,
    /** Only to rules further down. */
    DROPPED
  }

  public ColumnRule {
    steps = List.copyOf(steps);
  }

  /** A column of the table. */
  public ColumnRule(String name, Type type, Origin origin, Step... steps) {
    this(name, type, origin, List.of(steps), Use.KEPT);
  }

  public boolean isKept() {
    return use == Use.KEPT;
  }
}
