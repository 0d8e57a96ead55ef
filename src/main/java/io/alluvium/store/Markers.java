package io.alluvium.store;

import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Makes of a row what is remembered of it once it is deleted: its key and its sequence. */
final class Markers {
  private final int[] columns;
  private final boolean tellTime;
  private RowBuilder builder;

  Markers(int[] keyColumns, int[] sequenceColumns) {
    this.columns =
        IntStream.concat(Arrays.stream(keyColumns), Arrays.stream(sequenceColumns)).toArray();
    this.tellTime = sequenceColumns.length > 0;
  }

  /** Whether there is a sequence at all, so that remembering is of use. */
  boolean tellTime() {
    return tellTime;
  }

  /** A row of the same schema, null in all other columns. */
  Row of(RowReader row) {
    Schema schema = row.schema();
    if (builder == null) {
      builder = new RowBuilder(schema);
    }
    builder.clear();
    for (int column : columns) {
      builder.copy(column, row, column);
    }
    return builder.build();
  }
}
