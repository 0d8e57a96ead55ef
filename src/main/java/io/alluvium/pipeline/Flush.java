package io.alluvium.pipeline;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One flush of a table, with all partitions that took part.
 *
 * @param table its name
 * @param number counts the table's flushes since the pipeline was opened, from 0
 * @param offsets by source partition, what it covers
 * @param millis from when its batches were taken up to its outcome, ms
 */
public record Flush(
    String table, long number, Map<Integer, Span> offsets, long millis, Result result) {
  public Flush {
    offsets = Collections.unmodifiableMap(new TreeMap<>(offsets));
  }

  /** The offsets [from, to). */
  public record Span(long from, long to) {
    /** Both, and what is between them. */
    Span and(Span other) {
      return new Span(Math.min(from, other.from), Math.max(to, other.to));
    }
  }

  /** How it ended. */
  public sealed interface Result {
    /** Rows were appended; {@code version} is the table's. */
    record Appended(long version, long rows) implements Result {}

    /**
     * Rows were upserted; {@code version} is the table's.
     *
     * @param rows keys that changed: the sum of the others
     */
    record Merged(long version, long rows, long inserted, long updated, long deleted)
        implements Result {}

    /** Nothing was written; the tasks start again from what is durable. */
    record Failed(String error) implements Result {}
  }
}
