package io.alluvium.interop;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.hour;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_extract;
import static org.apache.spark.sql.functions.timestamp_micros;
import static org.apache.spark.sql.functions.timestamp_millis;
import static org.apache.spark.sql.functions.timestamp_seconds;
import static org.apache.spark.sql.functions.to_date;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Column;

/** Rules of every origin, of every step, and of steps in chains, over the columns of one bronze. */
final class SilverRules {
  /** The columns that the rules read. */
  static final Map<String, String> BRONZE =
      ordered(
          "text", "string",
          "other", "string",
          "n", "int",
          "big", "bigint",
          "x", "double",
          "price", "decimal(12,3)",
          "flag", "boolean",
          "day", "date",
          "at", "timestamp");

  private static final int CHAINS = 70;

  /** A value of each type. */
  private static final Map<String, String> DEFAULTS =
      ordered(
          "string", "none",
          "int", " -7",
          "bigint", "9000000000",
          "double", "1.5e3",
          "decimal(10,2)", "12.345",
          "decimal(12,3)", "-0.001",
          "boolean", "yes",
          "date", "2020-02-29",
          "timestamp", "2020-02-29T12:30:00.123456+01:00");

  private final Random random = new Random(20_261_201);
  private final List<SilverRule> rules = new ArrayList<>();
  private final Column now;

  private SilverRules(Column now) {
    this.now = now;
  }

  /**
   * @param now the time of the flush
   */
  static List<SilverRule> all(Column now) {
    SilverRules all = new SilverRules(now);
    all.addOrigins();
    RuleStep.ofText().forEach(step -> all.addChain("text", List.of(step), "step"));
    all.addTypes();
    for (int i = 0; i < CHAINS; i++) {
      all.addRandomChain();
    }
    return all.rules;
  }

  private void addOrigins() {
    for (String name : BRONZE.keySet()) {
      add(name, "copy", col(name));
    }
    add("renamed", Map.of("copy", "text"), col("text"));
    add("now", "now", now);
    add("ingested", "ingest-time", now);
    add("day_of", Map.of("date-of", "at"), to_date(col("at")));
    add("hour_of", Map.of("hour-of", "at"), hour(col("at")));
    String number = "(-?\\d+(\\.\\d+)?)";
    Column extracted = regexp_extract(col("text"), number, 1);
    add("found", Map.of("extract", "text", "regex", number), extracted);
    add(
        "fraction",
        Map.of("extract", "text", "regex", number, "group", 2, "type", "double"),
        regexp_extract(col("text"), number, 2).cast("double"));
    add("constant", Map.of("constant", "it's \u00df"), lit("it's \u00df"));
    DEFAULTS.forEach(
        (type, text) -> add("fixed", Map.of("constant", text, "type", type), lit(text).cast(type)));
    add("dropped", Map.of("copy", "n", "type", "string", "drop", true), col("n").cast("string"));
    Column first = coalesce(col("other"), col("n").cast("string"), col("text"));
    add("first", Map.of("coalesce", List.of("other", "dropped", "text")), first);
    add(
        "second",
        Map.of("coalesce", List.of("first", "text"), "then", List.of("upper")),
        upper(first));
    add("above", Map.of("copy", "second", "then", List.of("lower")), lower(upper(first)));
    // Bronze's column goes before the one above.
    add("upper_day", Map.of("copy", "day", "type", "string"), col("day").cast("string"));
    add(
        "first_n",
        Map.of("coalesce", List.of("n", "hour_of")),
        coalesce(col("n"), hour(col("at"))));
  }

  private static Column upper(Column column) {
    return org.apache.spark.sql.functions.upper(column);
  }

  private static Column lower(Column column) {
    return org.apache.spark.sql.functions.lower(column);
  }

  /** Every type to every other, and a default in the place of every null. */
  private void addTypes() {
    BRONZE.forEach(
        (name, from) ->
            DEFAULTS.forEach(
                (to, text) -> {
                  if (isCast(from, to)) {
                    RuleStep step = RuleStep.cast(to);
                    addChain(name, List.of(step, RuleStep.ofDefault(text, to)), "typed");
                  }
                }));
    DEFAULTS
        .keySet()
        .forEach(to -> add("cast", ordered("copy", "text", "type", to), col("text").cast(to)));
    addChain("at", List.of(RuleStep.date()), "date");
    addChain("at", List.of(RuleStep.hour(), RuleStep.ofDefault("-1", "int")), "hour");
    addChain("day", List.of(RuleStep.cast("timestamp"), RuleStep.hour()), "hour");
    addChain("text", List.of(RuleStep.cast("timestamp"), RuleStep.date()), "date");
    addChain("n", List.of(RuleStep.fromEpoch("seconds", c -> timestamp_seconds(c))), "epoch");
    addChain("n", List.of(RuleStep.fromEpoch("milliseconds", c -> timestamp_millis(c))), "epoch");
    addChain("n", List.of(RuleStep.fromEpoch("microseconds", c -> timestamp_micros(c))), "epoch");
  }

  private static boolean isCast(String from, String to) {
    return switch (from) {
      case "string", "timestamp" -> true;
      case "date" -> List.of("string", "timestamp", "date").contains(to);
      default -> !to.equals("date");
    };
  }

  private void addRandomChain() {
    List<String> names = List.copyOf(BRONZE.keySet());
    String name = random.nextInt(3) > 0 ? "text" : names.get(random.nextInt(names.size()));
    List<RuleStep> steps = new ArrayList<>();
    if (!BRONZE.get(name).equals("string")) {
      steps.add(RuleStep.cast("string"));
    }
    List<RuleStep> ofText = RuleStep.ofText();
    int length = 2 + random.nextInt(3);
    while (steps.size() < length - 1) {
      steps.add(ofText.get(random.nextInt(ofText.size())));
    }
    List<String> types = List.copyOf(DEFAULTS.keySet());
    String type = types.get(random.nextInt(types.size()));
    if (random.nextInt(3) == 0) {
      steps.add(RuleStep.cast(type));
    } else {
      steps.add(ofText.get(random.nextInt(ofText.size())));
    }
    addChain(name, steps, "chain");
  }

  private void addChain(String from, List<RuleStep> steps, String name) {
    Column expected = col(from);
    for (RuleStep step : steps) {
      expected = step.spark().apply(expected);
    }
    List<Object> then = steps.stream().map(RuleStep::spec).toList();
    add(name, ordered("copy", from, "then", then), expected);
  }

  private void add(String name, Object spec, Column expected) {
    boolean taken = rules.stream().anyMatch(rule -> rule.name().equals(name));
    rules.add(new SilverRule(taken ? name + rules.size() : name, spec, expected));
  }

  @SuppressWarnings("unchecked")
  private static <V> Map<String, V> ordered(Object... pairs) {
    Map<String, V> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], (V) pairs[i + 1]);
    }
    return map;
  }
}
