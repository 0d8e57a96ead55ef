package io.alluvium.pipeline;

import io.alluvium.config.Deletion;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.store.Fold;
import io.alluvium.store.LatestStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How long a partition's rows live, and how long its deleted keys are remembered. For one thread.
 */
public final class Deletions {
  /** Rows looked at a call, 50 ms apart: half a millisecond's work, 100,000 rows a second. */
  private static final int ROWS_A_CALL = 5_000;

  /** Deleted keys looked through, all of them, once so many flushes. */
  private static final int FLUSHES_A_LOOK = 16;

  private static final Predicate<Row> NONE = row -> false;

  private final Clock clock;
  private final Optional<Deletion.Expiry> expiry;
  private final int expiryColumn;
  private final Optional<Duration> remember;
  private final int timeColumn;

  private long newest = Long.MIN_VALUE;
  private int nextRow;
  private int flushes;

  public Deletions(SilverConfig config, Clock clock) {
    Schema schema = config.table().schema();
    this.clock = clock;
    this.expiry = config.deletion().expiry();
    this.expiryColumn = expiry.map(rule -> schema.require(rule.column())).orElse(-1);
    this.remember = config.deletion().remember();
    this.timeColumn =
        remember.isPresent() ? schema.require(config.matching().sequenceBy().get(0)) : -1;
  }

  /**
   * Does to a store what a row means, and takes note of the row's time.
   *
   * @param meaning not INCOMPLETE
   */
  public Fold fold(LatestStore<DataFile> store, Meaning meaning, Row row) {
    return switch (meaning) {
      case ROW -> store.fold(seen(row));
      case DELETE -> store.delete(seen(row));
      case TOMBSTONE -> store.deleteWhatever(row);
      case INCOMPLETE -> throw new IllegalArgumentException("it means nothing");
    };
  }

  private Row seen(Row row) {
    if (timeColumn >= 0) {
      newest = Math.max(newest, row.getLong(timeColumn));
    }
    return row;
  }

  /** The newest time of all rows so far; {@link Long#MIN_VALUE} before the first. Microseconds. */
  public long newest() {
    return newest;
  }

  /** Takes note of the time of rows that others folded; see {@link #newest}. */
  public void seenUpTo(long time) {
    newest = Math.max(newest, time);
  }

  /** Whether rows' time ever passes. */
  boolean isExpiring() {
    return expiry.isPresent();
  }

  /**
   * Deletes rows whose time has passed, in a part of the store; for one whose rows do expire.
   *
   * @return whether it was the last part, and the next call begins anew
   */
  boolean expire(LatestStore<DataFile> store) {
    nextRow = store.expire(nextRow, ROWS_A_CALL, expired());
    return nextRow == 0;
  }

  /** Which rows' time has passed. */
  public Predicate<Row> expired() {
    if (expiry.isEmpty()) {
      return NONE;
    }
    long before = now() - micros(expiry.get().after());
    return row -> !row.isNull(expiryColumn) && row.getLong(expiryColumn) < before;
  }

  /** Forgets deleted keys, now and then. */
  void forget(LatestStore<DataFile> store) {
    if (remember.isPresent() && flushes++ % FLUSHES_A_LOOK == 0) {
      store.forget(outdated());
    }
  }

  /**
   * Which deleted keys are older than the configured span before the newest row. A row from the
   * future counts as one of now, or it would make all be forgotten.
   */
  public Predicate<Row> outdated() {
    if (remember.isEmpty() || newest == Long.MIN_VALUE) {
      return NONE;
    }
    long before = Math.min(newest, now()) - micros(remember.get());
    return row -> row.getLong(timeColumn) < before;
  }

  private long now() {
    return micros(Duration.ofMillis(clock.millis()));
  }

  private static long micros(Duration duration) {
    return duration.toMillis() * 1_000;
  }
}
