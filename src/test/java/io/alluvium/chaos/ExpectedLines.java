package io.alluvium.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The last of each order line that said anything new. */
final class ExpectedLines implements Expectation {
  private static final List<String> TEXTS =
      List.of(
          "dt",
          "order_ts",
          "customer_id",
          "order_id",
          "item_seq",
          "product_id",
          "unit_price_currency",
          "tax_amount");

  private final Map<List<Object>, ExpectedRow> rows = new HashMap<>();

  @Override
  public void take(Source source, byte[] value) {
    JsonNode line = Json.parse(value);
    if (line == null || !line.path("order_id").isTextual()) {
      return;
    }
    Map<String, Object> columns = new HashMap<>();
    TEXTS.forEach(name -> columns.put(name, line.path(name).textValue()));
    columns.put("quantity", quantity(line.path("quantity").textValue()));
    columns.put("unit_price", number(line.path("unit_price").textValue().replace("$", "")));
    columns.put("discount_pct", number(line.path("discount_pct").textValue().replace("%", "")));
    columns.put("channel", channel(line.path("channel").textValue()));
    columns.put(
        "coupon_code", line.path("coupon_code").textValue().strip().toLowerCase(Locale.ROOT));
    rows.merge(
        key(columns),
        new ExpectedRow(source, columns),
        (held, later) -> held.columns().equals(later.columns()) ? held : later);
  }

  private static Integer quantity(String text) {
    return switch (text) {
      case "Two" -> 2;
      case "x" -> null;
      default -> Integer.valueOf(text);
    };
  }

  private static Double number(String text) {
    return Double.valueOf(text);
  }

  private static String channel(String text) {
    return switch (text) {
      case "web" -> "Website";
      case "app" -> "Mobile";
      default -> text;
    };
  }

  @Override
  public Map<List<Object>, ExpectedRow> rows() {
    return rows;
  }

  @Override
  public List<Object> key(Map<String, Object> columns) {
    return List.of(columns.get("order_id"), columns.get("item_seq"));
  }

  @Override
  public List<String> columnNames() {
    return Stream.concat(
            TEXTS.stream(),
            Stream.of("quantity", "unit_price", "discount_pct", "channel", "coupon_code"))
        .toList();
  }

  @Override
  public Set<String> flushColumns() {
    return Set.of("processed_time");
  }
}
