package io.alluvium.config;

import io.alluvium.derive.Constants;
import io.alluvium.derive.Regexes;
import io.alluvium.derive.Step;
import io.alluvium.derive.Step.FromEpoch.Unit;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Reads the steps of a column, each against the type that it gets. */
final class StepsReader {
  static final Map<String, List<String>> GRAMMAR =
      Map.ofEntries(
          Map.entry("trim", List.of()),
          Map.entry("lower", List.of()),
          Map.entry("upper", List.of()),
          Map.entry("date", List.of()),
          Map.entry("hour", List.of()),
          Map.entry("replace", List.of("with")),
          Map.entry("extract", List.of("group")),
          Map.entry("map", List.of()),
          Map.entry("default", List.of()),
          Map.entry("cast", List.of()),
          Map.entry("from-epoch", List.of()),
          Map.entry("json-path", List.of()));

  private static final Map<String, Unit> EPOCH_UNITS =
      Arrays.stream(Unit.values()).collect(Collectors.toMap(Words::of, unit -> unit));

  private final List<Step> steps = new ArrayList<>();
  private Type type;

  /**
   * @param type of what goes into the first step
   */
  StepsReader(Type type) {
    this.type = type;
  }

  List<Step> steps() {
    return steps;
  }

  /** The type of what comes out of the last step. */
  Type type() {
    return type;
  }

  void read(List<Node> items) throws BadValueException {
    for (Node item : items) {
      ColumnSpec spec = ColumnSpec.of(item, GRAMMAR);
      add(spec.origin(), step(spec));
    }
  }

  /** Adds a step; {@code name} is what the file calls it. */
  void add(String name, Step step) throws BadValueException {
    try {
      type = step.result(type);
      if (step instanceof Step.Default given) {
        Constants.row(given.text(), type);
      }
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          name + " doesn't do here: " + e.getMessage(),
          name.equals("default") ? "write a value of that type" : "put {cast: …} before it");
    }
    steps.add(step);
  }

  private Step step(ColumnSpec spec) throws BadValueException {
    return switch (spec.origin()) {
      case "trim" -> bare(spec, new Step.Trim());
      case "lower" -> bare(spec, new Step.Lower());
      case "upper" -> bare(spec, new Step.Upper());
      case "date" -> bare(spec, new Step.Cast(Type.DATE));
      case "hour" -> bare(spec, new Step.Hour());
      case "replace" -> replace(spec);
      case "extract" -> extract(spec, "extract");
      case "map" -> map(spec);
      case "default" -> new Step.Default(spec.anyText("default"));
      case "cast" -> new Step.Cast(ColumnTypes.parse(spec.text("cast")));
      case "from-epoch" -> fromEpoch(spec.text("from-epoch"));
      case "json-path" -> new Step.JsonText(JsonPaths.check(spec.text("json-path")));
      default ->
          throw new BadValueException(
              "\"" + spec.origin() + "\" is no step",
              ColumnTypes.find(spec.origin()).isPresent()
                  ? "write {cast: " + spec.origin() + "}"
                  : Suggestion.among(spec.origin(), GRAMMAR.keySet().stream().sorted().toList()));
    };
  }

  private static Step bare(ColumnSpec spec, Step step) throws BadValueException {
    spec.requireTrue();
    return step;
  }

  private static Step replace(ColumnSpec spec) throws BadValueException {
    String regex = spec.text("replace");
    groups(regex);
    String with = spec.has("with") ? spec.anyText("with") : "";
    try {
      Regexes.checkReplacement(regex, with);
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          e.getMessage(), "write $1 for a group that the regex has, \\$ for a dollar sign");
    }
    return new Step.Replace(regex, with);
  }

  /**
   * What a group of a regex finds.
   *
   * @param option under which {@code spec} has the regex
   */
  static Step extract(ColumnSpec spec, String option) throws BadValueException {
    String regex = spec.text(option);
    return new Step.Extract(regex, group(spec, regex));
  }

  /** Spark's regexp_extract takes group 1 if none is named. */
  private static int group(ColumnSpec spec, String regex) throws BadValueException {
    String text = spec.has("group") ? spec.text("group") : "1";
    if (!text.matches("\\d{1,3}")) {
      throw new BadValueException(
          "group \"" + text + "\" is no number", "write 0 for the whole match, 1 for group 1");
    }
    int group = Integer.parseInt(text);
    int groups = groups(regex);
    if (group > groups) {
      throw new BadValueException(
          "the regex has no group " + group + ", only " + groups,
          "write a group of 0 to " + groups + ", or add ( ) to the regex");
    }
    return group;
  }

  private static int groups(String regex) throws BadValueException {
    try {
      return Regexes.groups(regex);
    } catch (PatternSyntaxException e) {
      throw new BadValueException(
          "the regex \"" + regex + "\" doesn't compile: " + e.getDescription(),
          "mend it near position " + Math.max(0, e.getIndex()));
    }
  }

  private static Step fromEpoch(String unit) throws BadValueException {
    if (!EPOCH_UNITS.containsKey(unit)) {
      throw new BadValueException(
          "from-epoch doesn't know the unit \"" + unit + "\"",
          Suggestion.among(unit, new TreeMap<>(EPOCH_UNITS).keySet()));
    }
    return new Step.FromEpoch(EPOCH_UNITS.get(unit));
  }

  private static Step map(ColumnSpec spec) throws BadValueException {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, Node> fields =
        spec.fields("map").map(Node.Fields::fields).filter(f -> !f.isEmpty()).orElse(null);
    if (fields == null) {
      throw new BadValueException("map needs values", "write {map: {from: to, …}}");
    }
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      if (field.getValue() instanceof Node.Scalar value) {
        values.put(field.getKey(), value.text());
      } else if (field.getValue() instanceof Node.Empty) {
        values.put(field.getKey(), null);
      } else {
        throw new BadValueException(
            "map gives \"" + field.getKey() + "\" " + field.getValue().kind(),
            "write a text, or null");
      }
    }
    return new Step.MapValues(values);
  }
}
