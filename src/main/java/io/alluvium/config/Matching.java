package io.alluvium.config;

import io.alluvium.row.Schema;
import io.alluvium.store.Precedence;
import java.util.List;

/**
 * When a record replaces the row that its key has.
 *
 * @param sequenceBy columns that order the versions of a row, the most significant first; empty if
 *     the order of arrival does
 * @param compare columns in which a record must differ to count as a change; empty unless {@code
 *     onMatch} is CHANGED
 */
public record Matching(OnMatch onMatch, List<String> sequenceBy, List<String> compare) {
  /** {@code silver.on-match}. */
  public enum OnMatch {
    /** The newest by sequence; on a tie the later record. */
    NEWER,
    /** As NEWER, or the later record without a sequence, if anything differs. */
    CHANGED,
    /** Each record. */
    ALWAYS,
    /** None: the first record stays. */
    NEVER
  }

  public Matching {
    sequenceBy = List.copyOf(sequenceBy);
    compare = List.copyOf(compare);
  }

  /**
   * The rule for rows of a schema.
   *
   * @param schema of the table
   */
  public Precedence precedence(Schema schema) {
    int[] sequence = schema.requireAll(sequenceBy);
    return switch (onMatch) {
      case NEWER, ALWAYS -> Precedence.newest(sequence);
      case CHANGED -> Precedence.changed(sequence, schema.requireAll(compare));
      case NEVER -> Precedence.first();
    };
  }
}
