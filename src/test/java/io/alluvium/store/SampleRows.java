package io.alluvium.store;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowSource;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;

/** Rows of three columns, for the tests of the store. */
final class SampleRows {
  static final Schema SCHEMA =
      Schema.of(
          new Column("key", Type.STRING),
          new Column("at", Type.TIMESTAMP),
          new Column("value", Type.INT));

  private SampleRows() {}

  static Row row(String key, long at, int value) {
    return new RowBuilder(SCHEMA).setString(0, key).setLong(1, at).setInt(2, value).build();
  }

  static RowSource source(Row... rows) {
    return new RowSource() {
      private int next;

      @Override
      public Row next() {
        return next < rows.length ? rows[next++] : null;
      }

      @Override
      public long position() {
        return next - 1L;
      }
    };
  }
}
