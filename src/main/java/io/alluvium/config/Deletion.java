package io.alluvium.config;

import io.alluvium.derive.Condition;
import java.time.Duration;
import java.util.Optional;

/**
 * What takes rows out of silver.
 *
 * @param when what makes a record delete its key; empty if nothing does
 * @param remember how long, by the first sequence column, a deleted key's sequence is remembered;
 *     empty if for ever, or if no record deletes
 * @param expiry when rows go by themselves; empty if never
 */
public record Deletion(
    Optional<Condition> when,
    Tombstones tombstones,
    Optional<Duration> remember,
    Optional<Expiry> expiry) {
  public static final Deletion NONE =
      new Deletion(Optional.empty(), Tombstones.IGNORE, Optional.empty(), Optional.empty());

  /** {@code silver.tombstones}: what a record without a value means. */
  public enum Tombstones {
    IGNORE,
    /** It deletes the row whose key is the record key's text. */
    RAW_KEY,
    /** It deletes the row whose key is in the record key, a JSON object as messages are. */
    JSON_KEY
  }

  /**
   * Rows go when a time has passed.
   *
   * @param column a timestamp of silver; a row without one stays
   * @param after how long after it
   */
  public record Expiry(String column, Duration after) {}

  /** Whether records may delete. */
  public boolean byRecords() {
    return when.isPresent() || tombstones != Tombstones.IGNORE;
  }
}
