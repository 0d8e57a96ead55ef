package io.alluvium.derive;

import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;

/**
 * Puts a value in the place of null.
 *
 * @param value a row of that value alone
 */
record DefaultStep(Row value) implements ValueStep {
  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    if (in.isNull(column)) {
      out.copy(target, value, 0);
    } else {
      out.copy(target, in, column);
    }
  }
}
