package io.alluvium.derive;

import io.alluvium.derive.Condition.Operator;
import io.alluvium.row.Row;
import io.alluvium.row.RowReader;
import java.util.List;

/** A condition at work, on rows that a {@link RowMapper} made. */
sealed interface RowTest {
  boolean holds(RowReader bronze, RowReader scratch, RowReader silver);

  /** Each holds. */
  record All(List<RowTest> parts) implements RowTest {
    @Override
    public boolean holds(RowReader bronze, RowReader scratch, RowReader silver) {
      for (int i = 0; i < parts.size(); i++) {
        if (!parts.get(i).holds(bronze, scratch, silver)) {
          return false;
        }
      }
      return true;
    }
  }

  /** One holds. */
  record Any(List<RowTest> parts) implements RowTest {
    @Override
    public boolean holds(RowReader bronze, RowReader scratch, RowReader silver) {
      for (int i = 0; i < parts.size(); i++) {
        if (parts.get(i).holds(bronze, scratch, silver)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * A comparison of the value in a place.
   *
   * @param values rows of one value each
   */
  record Compare(Place place, Operator operator, List<Row> values) implements RowTest {
    @Override
    public boolean holds(RowReader bronze, RowReader scratch, RowReader silver) {
      RowReader row = place.in(bronze, scratch, silver);
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
}
