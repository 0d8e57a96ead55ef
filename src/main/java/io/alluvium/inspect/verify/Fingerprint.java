package io.alluvium.inspect.verify;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.config.SilverConfig;
import io.alluvium.row.Column;
import io.alluvium.row.Hash64;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes of a silver row a small one: key, sequence, a 64-bit hash of every column that bronze
 * determines, the number of the part of a file it came from, its offset if bronze has it, and when
 * it expires if rows do. For one thread.
 *
 * <p>Columns that were added to silver when it had rows have hashes of their own: rows that are
 * older than the column have null in it, those of silver whatever bronze would give, and those of
 * bronze even where silver took the record after it had the column.
 */
final class Fingerprint {
  private static final String HASH = "#hash";
  private static final String FILE = "#file";
  private static final String OFFSET = "#offset";
  private static final String TIME = "#time";
  private static final String LATER = "#later";
  private static final int NONE = -1;

  private final int[] copied;
  private final int[] hashed;
  private final int[] later;
  private final int[] keyColumns;
  private final int[] sequenceColumns;
  private final int hashColumn;
  private final int expiryColumn;
  private final long expiredBefore;
  private final boolean deletes;
  private final OnMatch onMatch;
  private final RowBuilder builder;

  /**
   * @param added columns that silver got when it had rows
   * @param nowMicros by which rows have expired or not
   */
  Fingerprint(SilverConfig silver, Set<String> added, long nowMicros) {
    Schema schema = silver.table().schema();
    this.onMatch = silver.matching().onMatch();
    Set<String> names = new LinkedHashSet<>(silver.key());
    names.addAll(silver.matching().sequenceBy());
    this.copied = schema.requireAll(List.copyOf(names));
    this.hashed =
        schema.requireAll(silver.determined().stream().filter(c -> !added.contains(c)).toList());
    this.later = schema.requireAll(silver.determined().stream().filter(added::contains).toList());
    List<Column> columns = new ArrayList<>();
    names.forEach(name -> columns.add(schema.column(schema.require(name))));
    columns.add(new Column(HASH, Type.LONG));
    columns.add(new Column(FILE, Type.INT));
    columns.add(new Column(OFFSET, Type.LONG));
    columns.add(new Column(TIME, Type.TIMESTAMP));
    for (int i = 0; i < later.length; i++) {
      columns.add(new Column(LATER + i, Type.LONG));
    }
    Schema small = new Schema(columns);
    this.keyColumns = small.requireAll(silver.key());
    this.sequenceColumns = small.requireAll(silver.matching().sequenceBy());
    this.hashColumn = small.require(HASH);
    this.expiryColumn =
        silver.deletion().expiry().map(rule -> schema.require(rule.column())).orElse(NONE);
    this.expiredBefore =
        nowMicros
            - silver.deletion().expiry().map(rule -> rule.after().toMillis() * 1_000).orElse(0L);
    this.deletes = silver.deletion().byRecords();
    this.builder = new RowBuilder(small);
  }

  /**
   * @param offset of the record, -1 if it isn't known
   */
  Row of(RowReader silverRow, int file, long offset) {
    builder.clear();
    for (int i = 0; i < copied.length; i++) {
      builder.copy(i, silverRow, copied[i]);
    }
    builder.setLong(hashColumn, hash(silverRow)).setInt(hashColumn + 1, file);
    builder.setLong(hashColumn + 2, offset);
    if (expiryColumn != NONE) {
      builder.copy(hashColumn + 3, silverRow, expiryColumn);
    }
    for (int i = 0; i < later.length; i++) {
      if (!silverRow.isNull(later[i])) {
        builder.setLong(laterColumn(i), value(silverRow, later[i]));
      }
    }
    return builder.build();
  }

  private long hash(RowReader row) {
    long hash = 0;
    for (int column : hashed) {
      hash = mix(hash * 31 + (row.isNull(column) ? 1 : value(row, column)));
    }
    return hash;
  }

  private static long value(RowReader row, int column) {
    return switch (row.schema().type(column).kind()) {
      case STRING, BINARY, DECIMAL ->
          Hash64.of(row.array(column), row.offset(column), row.length(column));
      case INT, DATE, BOOLEAN -> mix(row.getInt(column));
      case LONG, TIMESTAMP -> mix(row.getLong(column));
      case DOUBLE -> mix(Double.doubleToRawLongBits(row.getDouble(column)));
    };
  }

  /** Moved off 0, which the mixing would leave alone. */
  private static long mix(long value) {
    return Hash64.mix(value + 0x9E3779B97F4A7C15L);
  }

  OnMatch onMatch() {
    return onMatch;
  }

  int[] keyColumns() {
    return keyColumns.clone();
  }

  private int laterColumn(int i) {
    return hashColumn + 4 + i;
  }

  /** Whether silver may have the row where bronze gives the other. */
  boolean matches(Row silver, Row bronze) {
    boolean same = silver.getLong(hashColumn) == bronze.getLong(hashColumn);
    for (int i = 0; same && i < later.length; i++) {
      int column = laterColumn(i);
      same =
          silver.isNull(column)
              || bronze.isNull(column)
              || silver.sameColumns(bronze, new int[] {column});
    }
    return same;
  }

  /** Whether one of two rows may have null in a column because it is older than that. */
  boolean isOlder(Row one, Row other, int column) {
    return (one.isNull(column) || other.isNull(column))
        && Arrays.stream(later).anyMatch(added -> added == column);
  }

  int file(Row fingerprint) {
    return fingerprint.getInt(hashColumn + 1);
  }

  /** The record's offset, -1 if it isn't known. */
  long offset(Row fingerprint) {
    return fingerprint.getLong(hashColumn + 2);
  }

  /** Whether silver takes a row out by itself, sooner or later. */
  boolean isExpired(Row fingerprint) {
    return !fingerprint.isNull(hashColumn + 3)
        && fingerprint.getLong(hashColumn + 3) < expiredBefore;
  }

  /** Whether records may delete. */
  boolean deletes() {
    return deletes;
  }

  int compareSequence(Row a, Row b) {
    for (int column : sequenceColumns) {
      int order = a.compareColumn(b, column);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
