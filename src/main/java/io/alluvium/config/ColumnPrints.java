package io.alluvium.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * How each column of silver is made, from the message on, as a fingerprint: silver remembers them,
 * so that a rule that was changed can be told from one that was not.
 */
public final class ColumnPrints {
  /** The table property that holds them, a JSON object by column. */
  public static final String PROPERTY = "alluvium.rules";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int BYTES = 4;

  private final Map<String, String> prints;

  private ColumnPrints(Map<String, String> prints) {
    this.prints = prints;
  }

  public static ColumnPrints of(PipelineConfig config) {
    Map<String, String> ways = bronzeWays(config.bronze().columns());
    RuleYaml yaml = new RuleYaml(UnaryOperator.identity());
    Map<String, String> above = new HashMap<>();
    Map<String, String> prints = new TreeMap<>();
    for (ColumnRule rule : config.silver().columns()) {
      StringBuilder way = new StringBuilder(String.valueOf(yaml.spec(rule)));
      for (String name : rule.origin().names()) {
        way.append('<').append(ways.getOrDefault(name, above.get(name))).append('>');
      }
      above.put(rule.name(), way.toString());
      if (rule.isKept()) {
        prints.put(rule.name(), print(way.toString()));
      }
    }
    return new ColumnPrints(prints);
  }

  private static Map<String, String> bronzeWays(List<BronzeColumn> columns) {
    BronzeColumnYaml yaml = new BronzeColumnYaml(UnaryOperator.identity());
    Map<String, String> ways = new HashMap<>();
    columns.forEach(column -> ways.put(column.name(), column.name() + ":" + yaml.spec(column)));
    for (BronzeColumn column : columns) {
      if (column instanceof BronzeColumn.DateOf date) {
        ways.compute(column.name(), (name, way) -> way + ways.get(date.column()));
      } else if (column instanceof BronzeColumn.HourOf hour) {
        ways.compute(column.name(), (name, way) -> way + ways.get(hour.column()));
      }
    }
    return ways;
  }

  private static String print(String way) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(way.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** The property's value. */
  public String text() {
    try {
      return MAPPER.writeValueAsString(prints);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are JSON", e);
    }
  }

  /**
   * The columns that are made another way than when the table was written last.
   *
   * @param properties the table's; without the property nothing is known to have changed
   */
  public List<String> changedSince(Map<String, String> properties) {
    Map<String, String> before = read(properties.getOrDefault(PROPERTY, "{}"));
    return prints.entrySet().stream()
        .filter(e -> before.containsKey(e.getKey()) && !e.getValue().equals(before.get(e.getKey())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, String> read(String text) {
    try {
      return MAPPER.readValue(text, new TypeReference<Map<String, String>>() {});
    } catch (JsonProcessingException e) {
      // Somebody else's hand: nothing is known.
      return Map.of();
    }
  }
}
