package io.alluvium.config;

import io.alluvium.delta.TableSpec;
import io.alluvium.derive.ColumnRule;
import io.alluvium.upsert.UpsertMode.Marking;
import java.time.Duration;
import java.util.List;

/**
 * The table of one row a key.
 *
 * @param table schema, partitioning, path and name
 * @param columns how each column is made from bronze's, in the order of {@code table.schema()}
 * @param key columns that identify a row
 * @param sequenceBy columns that order the versions of a row, the most significant first
 * @param marking whether superseded rows may be marked instead of copied round
 * @param targetFileBytes how large data files are made
 */
public record SilverConfig(
    TableSpec table,
    List<ColumnRule> columns,
    List<String> key,
    List<String> sequenceBy,
    OnMatch onMatch,
    Marking marking,
    long targetFileBytes,
    Duration flushInterval) {
  /** {@code silver.on-match}: when a record replaces the row that its key has. */
  public enum OnMatch {
    NEWER
  }
}
