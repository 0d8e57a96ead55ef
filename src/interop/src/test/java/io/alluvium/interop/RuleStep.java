package io.alluvium.interop;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.get_json_object;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.regexp_extract;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.upper;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/**
 * A step of a rule twice: as a pipeline says it, and as Spark does.
 *
 * @param spec an item of {@code then}
 */
record RuleStep(Object spec, UnaryOperator<Column> spark) {
  private static final String[][] REPLACEMENTS = {
    {"[$]", ""},
    {"%", ""},
    {"\\s+", " "},
    {"[^a-zA-Z0-9]", ""},
    {"^\\s+|\\s+$", ""},
    {"(\\w)(\\w)", "$2$1"},
    {"(a|b)*", "<$0>"},
    {"(?:)", "-"},
    {"^", "^"},
    {"$", "\\$"},
    {"\\\\", "\\\\\\\\"},
    {"(x)?y", "[$1]"},
    {"(\\d)(\\d)?", "$2$11"},
    {"(?<digits>\\d+)", "<${digits}>"},
    {"(?i)stra(ss|\u00df)e", "St\\r."},
    {"(?iu)[\u00e4\u03c3]", "\u00df"},
    {"\\p{L}\\p{M}*", "L"},
    {"[\\p{Lu}&&[^A-Z]]", "\u01c5"},
    {"\\b", "|"},
    {"(?s).", "$0$0"},
    {"\ud83d\ude8c", "bus"},
    {"[^\\x00-\\x7f]", "?"},
    {"\u00a0|\\R", " "},
    {"(.)\\1", "$1"},
    {"(?<=a)b(?!c)", "\ud83c\udde7"}
  };

  private static final List<Map.Entry<String, Integer>> EXTRACTIONS =
      List.of(
          Map.entry("^(-?\\d+(\\.\\d+)?)", 1),
          Map.entry("[^\\W\\d]+", 0),
          Map.entry("(a)|(b)", 2),
          Map.entry("(?iu)([a-z\u00df]+)\\W+(\\p{Lu}+)?", 2),
          Map.entry("\"([^\"]*)\"", 1),
          Map.entry("(?:)", 0),
          Map.entry("(\\d+)-(\\d{2})-(\\d{2})", 3),
          Map.entry("(?s)^.(.)", 1),
          Map.entry("(\\S+)\\s*$", 1),
          Map.entry("([\\ud800-\\udbff]|\\p{So})", 1));

  private static final List<String> PATHS =
      List.of("$", "$.a", "$.a.b", "$['a b']", "$.list[0]", "$.a[1].a", "$.\u00e9", "$.a.a.a");

  static RuleStep cast(String type) {
    return new RuleStep(Map.of("cast", type), column -> column.cast(type));
  }

  /**
   * @param type of the column
   */
  static RuleStep ofDefault(String text, String type) {
    return new RuleStep(Map.of("default", text), column -> coalesce(column, lit(text).cast(type)));
  }

  /** Steps that make a text of a text, of every kind. */
  static List<RuleStep> ofText() {
    List<RuleStep> steps = new ArrayList<>();
    steps.add(new RuleStep("trim", column -> trim(column)));
    steps.add(new RuleStep("lower", column -> lower(column)));
    steps.add(new RuleStep("upper", column -> upper(column)));
    for (String[] pair : REPLACEMENTS) {
      Map<String, Object> spec = new LinkedHashMap<>(Map.of("replace", pair[0]));
      if (!pair[1].isEmpty()) {
        spec.put("with", pair[1]);
      }
      steps.add(new RuleStep(spec, column -> regexp_replace(column, pair[0], pair[1])));
    }
    EXTRACTIONS.forEach(entry -> steps.add(extract(entry.getKey(), entry.getValue())));
    steps.add(new RuleStep(Map.of("extract", "(\\d)\\d"), c -> regexp_extract(c, "(\\d)\\d", 1)));
    for (String path : PATHS) {
      steps.add(new RuleStep(Map.of("json-path", path), column -> get_json_object(column, path)));
    }
    steps.add(map("web", "Website", "app", "Mobile"));
    steps.add(map("Two", "2"));
    steps.add(map("", null, " ", "", "\u00df", "sz", "\ud83d\ude8c", "bus", "gone", null));
    steps.add(ofDefault("none \u00df", "string"));
    steps.add(cast("string"));
    return steps;
  }

  private static RuleStep extract(String regex, int group) {
    Map<String, Object> spec = new LinkedHashMap<>(Map.of("extract", regex, "group", group));
    return new RuleStep(spec, column -> regexp_extract(column, regex, group));
  }

  /**
   * @param pairs from and to in turn
   */
  private static RuleStep map(String... pairs) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return new RuleStep(Map.of("map", values), column -> caseWhen(column, values));
  }

  private static Column caseWhen(Column column, Map<String, String> values) {
    Column result = null;
    for (Map.Entry<String, String> value : values.entrySet()) {
      Column is = column.equalTo(value.getKey());
      Column then = lit(value.getValue()).cast("string");
      result = result == null ? when(is, then) : result.when(is, then);
    }
    return result.otherwise(column);
  }

  /** The date of a timestamp. */
  static RuleStep date() {
    return new RuleStep("date", column -> functions.to_date(column));
  }

  /** The time of a number since the epoch. */
  static RuleStep fromEpoch(String unit, UnaryOperator<Column> spark) {
    return new RuleStep(Map.of("from-epoch", unit), spark);
  }

  /** The hour of a timestamp. */
  static RuleStep hour() {
    return new RuleStep("hour", column -> functions.hour(column));
  }
}
