package io.alluvium.config;

import io.alluvium.delta.TableSpec;
import io.alluvium.derive.ColumnRule;
import io.alluvium.upsert.UpsertMode.Marking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of one row a key.
 *
 * @param table schema, partitioning, path and name
 * @param columns how each column is made from bronze's, in the order of {@code table.schema()} but
 *     for those that are dropped
 * @param key columns that identify a row
 * @param determined columns of the table that the records determine, whatever flush writes them
 * @param marking whether superseded rows may be marked instead of copied round
 * @param targetFileBytes how large data files are made
 */
public record SilverConfig(
    TableSpec table,
    List<ColumnRule> columns,
    List<String> key,
    List<String> determined,
    Matching matching,
    Deletion deletion,
    Marking marking,
    long targetFileBytes,
    Duration flushInterval) {
  /** Columns without which a record can't be placed, and stays out. */
  public List<String> required() {
    List<String> required = new ArrayList<>(key);
    matching.sequenceBy().stream().limit(1).forEach(required::add);
    return List.copyOf(required);
  }

  /** Where the table of deleted keys lies. */
  public String deletedPath() {
    return deletedPath(table.path());
  }

  /** The same beside a silver table. */
  static String deletedPath(String silverPath) {
    return silverPath + "_deleted";
  }

  /** Whether an older record that comes late is known to be older than a deletion. */
  public boolean remembersDeletes() {
    return deletion.byRecords() && !matching.sequenceBy().isEmpty();
  }
}
