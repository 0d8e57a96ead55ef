package io.alluvium.chaos;

import io.alluvium.row.Row;
import io.alluvium.row.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Rows as plain maps. */
final class Columns {
  private Columns() {}

  /** By name; null values are left out. */
  static Map<String, Object> of(Row row) {
    Map<String, Object> columns = new HashMap<>();
    for (int i = 0; i < row.schema().columns().size(); i++) {
      if (row.isNull(i)) {
        columns.put(row.schema().column(i).name(), null);
      } else {
        columns.put(row.schema().column(i).name(), value(row, i, row.schema().type(i)));
      }
    }
    return columns;
  }

  private static Object value(Row row, int column, Type type) {
    return switch (type.kind()) {
      case STRING -> row.getString(column);
      case BINARY ->
          Arrays.copyOfRange(
              row.array(column), row.offset(column), row.offset(column) + row.length(column));
      case INT, DATE -> row.getInt(column);
      case BOOLEAN -> row.getBoolean(column);
      case LONG, TIMESTAMP -> row.getLong(column);
      case DECIMAL -> row.getDecimal(column);
      case DOUBLE -> row.getDouble(column);
    };
  }
}
