package io.alluvium.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The pipeline file as a JSON Schema (draft 2020-12), for editors: made of the parser's own tables
 * of keys and of the words of the documentation.
 */
final class PipelineSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An expression may stand wherever a value may. */
  private static final String OR_EXPRESSION = "|.*\\$\\{.+\\}.*";

  private final Map<String, String> meanings;

  /**
   * @param meanings what each key means, by its path
   */
  PipelineSchema(Map<String, String> meanings) {
    this.meanings = meanings;
  }

  ObjectNode schema() {
    ObjectNode root = section("");
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", "Alluvium pipeline");
    ObjectNode kafka = JSON.createObjectNode().put("type", "object");
    kafka.put("description", "Goes to Kafka as it is, under Kafka's own names.");
    ((ObjectNode) root.get("properties")).set("kafka", kafka);
    ((ArrayNode) root.get("required")).add("kafka");
    ObjectNode hadoop = JSON.createObjectNode().put("type", "object");
    hadoop.put("description", "Goes to Hadoop's file systems as it is, under Hadoop's own names.");
    ((ObjectNode) root.get("properties")).set("hadoop", hadoop);
    return root;
  }

  /** The object of all keys below a path. */
  private ObjectNode section(String path) {
    ObjectNode section = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = section.putObject("properties");
    TreeSet<String> required = new TreeSet<>();
    String prefix = path.isEmpty() ? "" : path + ".";
    for (Key<?> key : Keys.ALL) {
      if (key.path().startsWith(prefix)) {
        String name = KeyPath.split(key.path().substring(prefix.length())).get(0);
        boolean leaf = key.path().equals(prefix + name);
        properties.set(name, leaf ? value(key) : section(prefix + name));
        if (key.isRequired()) {
          required.add(name);
        }
      }
    }
    strings(section.putArray("required"), required);
    return section.put("additionalProperties", false);
  }

  private ObjectNode value(Key<?> key) {
    ObjectNode value = type(key);
    value.put("description", meanings.get(key.path()));
    if (key.fallback() != null && !key.fallback().equals("[]")) {
      value.put("default", key.fallback());
    }
    return value;
  }

  private ObjectNode type(Key<?> key) {
    ObjectNode value = JSON.createObjectNode();
    if (key.type() instanceof Words<?> words) {
      String known = String.join("|", new TreeSet<>(words.known().keySet()));
      if (words.known().containsKey("true")) {
        value.putArray("type").add("boolean").add("string");
      } else {
        value.put("type", "string");
        strings(value.putArray("examples"), new TreeSet<>(words.known().keySet()));
      }
      return value.put("pattern", "^(" + known + OR_EXPRESSION + ")$");
    }
    if (key.type() == ValueTypes.POSITIVE_DURATION) {
      return text(value, "\\d+\\s*(ms|s|m|h|d)");
    }
    if (key.type() == ValueTypes.BYTES) {
      return text(value, "\\d+\\s*(B|KB|MB|GB)");
    }
    if (key.type() == ValueTypes.NAMES) {
      value.put("type", "array").put("uniqueItems", true);
      value.putObject("items").put("type", "string");
      return value;
    }
    if (key.type() == ValueTypes.COLUMNS) {
      return columns(value, key.path().equals(Keys.BRONZE_COLUMNS.path()));
    }
    if (key.type() == ValueTypes.PORT || key.type() == ValueTypes.COMMITS) {
      value.putArray("type").add("integer").add("string");
      return value;
    }
    return value.put("type", "string").put("minLength", 1);
  }

  private static ObjectNode text(ObjectNode value, String pattern) {
    return value.put("type", "string").put("pattern", "^(" + pattern + OR_EXPRESSION + ")$");
  }

  private ObjectNode columns(ObjectNode value, boolean bronze) {
    value.put("type", "object").put("minProperties", 1);
    value.putObject("propertyNames").put("pattern", "^[A-Za-z_]\\w{0,127}$");
    ObjectNode spec = value.putObject("additionalProperties");
    alternatives(spec, bronze ? BronzeColumnsReader.GRAMMAR : SilverColumnsReader.GRAMMAR, !bronze);
    return value;
  }

  /** A word, or a map of one origin and its options. */
  private void alternatives(ObjectNode spec, Map<String, List<String>> grammar, boolean steps) {
    ArrayNode any = spec.putArray("anyOf");
    ObjectNode word = any.addObject().put("type", "string");
    TreeSet<String> words = new TreeSet<>(grammar.keySet());
    words.addAll(ColumnTypes.NAMES);
    strings(word.putArray("examples"), words);
    new TreeMap<>(grammar)
        .forEach(
            (origin, options) -> {
              ObjectNode map = any.addObject().put("type", "object");
              ObjectNode properties = map.putObject("properties");
              properties.putObject(origin);
              for (String option : options) {
                ObjectNode one = properties.putObject(option);
                if (option.equals("then") && steps) {
                  alternatives(
                      one.put("type", "array").putObject("items"), StepsReader.GRAMMAR, false);
                }
              }
              map.putArray("required").add(origin);
              // What YAML makes of {type: decimal(10,2)} is taken, too.
              map.putObject("patternProperties").putObject("^\\d+\\)$");
              map.put("additionalProperties", false);
            });
  }

  private static void strings(ArrayNode array, Collection<String> values) {
    values.forEach(array::add);
  }
}
