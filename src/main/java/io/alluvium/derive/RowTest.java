package io.alluvium.derive;

import io.alluvium.derive.Condition.Operator;
import io.alluvium.row.Row;
import io.alluvium.row.RowReader;
import java.util.List;

/** A condition at work, on rows that a {@link RowMapper} made. */
record RowTest(List<Compiled> all) {
  /**
   * @param values rows of one value each
   */
  record Compiled(Place place, Operator operator, List<Row> values) {
    boolean holds(RowReader row) {
      int column = place.column();
      return switch (operator) {
        case NULL -> row.isNull(column);
        case NOT_NULL -> !row.isNull(column);
        case IN -> !row.isNull(column) && isOne(row, column);
        case NOT_IN -> !row.isNull(column) && !isOne(row, column);
      };
    }

    private boolean isOne(RowReader row, int column) {
      for (int i = 0; i < values.size(); i++) {
        if (row.sameValue(column, values.get(i), 0)) {
          return true;
        }
      }
      return false;
    }
  }

  boolean holds(RowReader bronze, RowReader scratch, RowReader silver) {
    for (int i = 0; i < all.size(); i++) {
      Compiled one = all.get(i);
      if (!one.holds(one.place.in(bronze, scratch, silver))) {
        return false;
      }
    }
    return true;
  }
}
