package io.alluvium.inspect.verify;

import io.alluvium.row.Row;
import io.alluvium.row.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Values of rows for people. */
final class RowText {
  private RowText() {}

  static String columns(Row row, List<String> names) {
    return names.stream()
        .map(name -> name + "=" + value(row, row.schema().require(name)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static String value(Row row, int column) {
    Type type = row.schema().type(column);
    if (row.isNull(column)) {
      return "null";
    }
    return switch (type.kind()) {
      case STRING -> '"' + row.getString(column) + '"';
      case BINARY -> HexFormat.of().formatHex((byte[]) row.get(column));
      case DATE -> LocalDate.ofEpochDay(row.getInt(column)).toString();
      case TIMESTAMP -> Instant.EPOCH.plus(row.getLong(column), ChronoUnit.MICROS).toString();
      case DECIMAL -> row.getDecimal(column).toPlainString();
      case INT, LONG, DOUBLE, BOOLEAN -> String.valueOf(row.get(column));
    };
  }
}
