package io.alluvium.cast;

import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import java.util.concurrent.TimeUnit;

/** Casts of whole numbers: a long to an int keeps its low bits, a timestamp is of seconds. */
final class FromInteger {
  /** Reads an INT or a LONG. */
  interface Source {
    long value(RowReader row, int column);
  }

  private FromInteger() {}

  static ValueCast to(Type to, Source source) {
    return switch (to.kind()) {
      case STRING -> {
        TextBuffer text = new TextBuffer();
        yield (row, column, now, out, outColumn) ->
            text.number(source.value(row, column)).set(out, outColumn);
      }
      case INT ->
          (row, column, now, out, outColumn) ->
              out.setInt(outColumn, (int) source.value(row, column));
      case LONG ->
          (row, column, now, out, outColumn) -> out.setLong(outColumn, source.value(row, column));
      case DOUBLE ->
          (row, column, now, out, outColumn) ->
              out.setDouble(outColumn, (double) source.value(row, column));
      case BOOLEAN ->
          (row, column, now, out, outColumn) ->
              out.setBoolean(outColumn, source.value(row, column) != 0);
      case DECIMAL ->
          (row, column, now, out, outColumn) -> {
            if (!Decimals.set(source.value(row, column), 0, out, outColumn)) {
              out.setNull(outColumn);
            }
          };
      case TIMESTAMP ->
          (row, column, now, out, outColumn) ->
              out.setLong(outColumn, TimeUnit.SECONDS.toMicros(source.value(row, column)));
      case DATE, BINARY -> throw new IllegalArgumentException("no cast of a number to " + to);
    };
  }
}
