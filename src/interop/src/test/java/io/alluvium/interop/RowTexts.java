package io.alluvium.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of texts, ints and bigints as different readers give them, made comparable. */
final class RowTexts {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RowTexts() {}

  /** A row that Spark gives, all columns. */
  static String of(org.apache.spark.sql.Row row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> row.isNullAt(i) ? null : quoted(row.get(i)))
        .toList()
        .toString();
  }

  /** A row that Delta Kernel gives, some columns. */
  static String of(io.delta.kernel.data.Row row, List<String> columns) {
    return columns.stream()
        .map(name -> row.getSchema().indexOf(name))
        .map(i -> row.isNullAt(i) ? null : quoted(value(row, i)))
        .toList()
        .toString();
  }

  private static Object value(io.delta.kernel.data.Row row, int i) {
    if (row.getSchema().at(i).getDataType() == IntegerType.INTEGER) {
      return row.getInt(i);
    }
    return row.getSchema().at(i).getDataType() == LongType.LONG ? row.getLong(i) : row.getString(i);
  }

  /** A line that {@code sql -o json} prints, some columns. */
  static String of(String line, List<String> columns) {
    try {
      JsonNode row = MAPPER.readTree(line);
      return columns.stream()
          .map(row::get)
          .map(value -> value.isNull() ? null : quoted(value.asText()))
          .toList()
          .toString();
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  private static String quoted(Object value) {
    return '"' + value.toString() + '"';
  }
}
