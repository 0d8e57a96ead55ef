package io.alluvium.inspect.print;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * One object a line, nulls included. Numbers that JSON has no word for (NaN, Infinity) are strings,
 * as in Spark's {@code to_json}; of columns with one name the last wins.
 */
final class JsonPrinter implements RowPrinter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final PrintWriter out;
  private List<String> names = List.of();

  JsonPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void header(List<String> columns) {
    names = List.copyOf(columns);
  }

  @Override
  public void row(List<Object> values) {
    ObjectNode line = NODES.objectNode();
    for (int i = 0; i < names.size(); i++) {
      line.set(names.get(i), json(values.get(i)));
    }
    out.print(line + "\n");
  }

  @Override
  public void end() {
    out.flush();
  }

  static JsonNode json(Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof List<?> list) {
      ArrayNode array = NODES.arrayNode();
      list.forEach(element -> array.add(json(element)));
      return array;
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((name, element) -> object.set(String.valueOf(name), json(element)));
      return object;
    }
    return NODES.textNode(ValueText.exact(value));
  }

  private static JsonNode number(Number number) {
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      return Double.isFinite(value)
          ? DecimalNode.valueOf(new BigDecimal(number.toString()))
          : NODES.textNode(number.toString());
    }
    return number instanceof BigDecimal decimal
        ? DecimalNode.valueOf(decimal)
        : NODES.numberNode(new BigInteger(number.toString()));
  }
}
