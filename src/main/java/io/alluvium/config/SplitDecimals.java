package io.alluvium.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Puts together what YAML takes apart: within { } a comma ends a plain value (YAML 1.2, "Plain
 * Style"), so that {@code {type: decimal(10,2)}} has a key {@code 2)} with nothing behind it.
 */
final class SplitDecimals {
  private static final Pattern OPEN = Pattern.compile("decimal\\([^)]*");

  private SplitDecimals() {}

  static Map<String, Node> joined(Map<String, Node> fields) {
    Map<String, Node> joined = new LinkedHashMap<>();
    String previous = "";
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      if (field.getValue() instanceof Node.Empty
          && joined.get(previous) instanceof Node.Scalar start
          && OPEN.matcher(start.text()).matches()) {
        joined.put(
            previous, new Node.Scalar(start.text() + "," + field.getKey(), start.location()));
      } else {
        previous = field.getKey();
        joined.put(previous, field.getValue());
      }
    }
    return joined;
  }
}
