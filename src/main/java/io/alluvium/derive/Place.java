package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Type;

/** Where a value is while a row is made: in bronze's row, in silver's, or on the way. */
record Place(Kind kind, int column, Type type) {
  enum Kind {
    BRONZE,
    SILVER,
    SCRATCH
  }

  /** The row that the place is in. */
  RowReader in(RowReader bronze, RowReader scratch, RowReader silver) {
    return switch (kind) {
      case BRONZE -> bronze;
      case SILVER -> silver;
      case SCRATCH -> scratch;
    };
  }

  /** The same of a place that is written. */
  RowBuilder out(RowBuilder scratch, RowBuilder silver) {
    return kind == Kind.SILVER ? silver : scratch;
  }
}
