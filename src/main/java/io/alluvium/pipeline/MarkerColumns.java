package io.alluvium.pipeline;

import io.alluvium.config.SilverConfig;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.store.Precedence;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that are remembered of a deleted key, in silver and in their table. For one thread.
 */
public final class MarkerColumns {
  private final int[] silverColumns;
  private final int[] key;
  private final Precedence precedence;
  private final RowBuilder table;
  private final RowBuilder silver;

  public MarkerColumns(SilverConfig config) {
    Schema schema = config.table().schema();
    this.silverColumns = schema.requireAll(names(config));
    this.key = schema.requireAll(config.key());
    this.precedence = Precedence.newest(schema.requireAll(config.matching().sequenceBy()));
    this.table = new RowBuilder(schema(config));
    this.silver = new RowBuilder(schema);
  }

  /** The schema of their table. */
  static Schema schema(SilverConfig config) {
    Schema silver = config.table().schema();
    List<Column> columns =
        names(config).stream().map(name -> silver.column(silver.require(name))).toList();
    return new Schema(columns);
  }

  private static List<String> names(SilverConfig config) {
    List<String> names = new ArrayList<>(config.key());
    names.addAll(config.matching().sequenceBy());
    return names;
  }

  /** Of a silver row its key and sequence. */
  public Row toTable(Row silverRow) {
    table.clear();
    for (int i = 0; i < silverColumns.length; i++) {
      table.copy(i, silverRow, silverColumns[i]);
    }
    return table.build();
  }

  Row toSilver(Row tableRow) {
    silver.clear();
    for (int i = 0; i < silverColumns.length; i++) {
      silver.copy(silverColumns[i], tableRow, i);
    }
    return silver.build();
  }

  int[] key() {
    return key.clone();
  }

  Precedence precedence() {
    return precedence;
  }
}
