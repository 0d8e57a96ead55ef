package io.alluvium.cast;

import io.alluvium.row.Type;
import java.nio.charset.StandardCharsets;

/** Casts of booleans: true is 1, and as a timestamp 1 µs after the epoch. */
final class FromBoolean {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private FromBoolean() {}

  static ValueCast to(Type to) {
    return switch (to.kind()) {
      case STRING ->
          (row, column, now, out, outColumn) -> {
            byte[] text = row.getBoolean(column) ? TRUE : FALSE;
            out.setBytes(outColumn, text, 0, text.length);
          };
      case INT, LONG, BOOLEAN, TIMESTAMP ->
          (row, column, now, out, outColumn) -> out.setLong(outColumn, row.getInt(column));
      case DOUBLE ->
          (row, column, now, out, outColumn) -> out.setDouble(outColumn, row.getInt(column));
      case DECIMAL ->
          (row, column, now, out, outColumn) -> {
            if (!Decimals.set(row.getInt(column), 0, out, outColumn)) {
              out.setNull(outColumn);
            }
          };
      case DATE, BINARY -> throw new IllegalArgumentException("no cast of a boolean to " + to);
    };
  }
}
