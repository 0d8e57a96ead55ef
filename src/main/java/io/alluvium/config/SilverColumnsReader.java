package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.ColumnRule.Use;
import io.alluvium.derive.Constants;
import io.alluvium.derive.Origin;
import io.alluvium.derive.Step;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code silver.columns} against bronze's. */
final class SilverColumnsReader {
  static final Map<String, List<String>> GRAMMAR =
      Map.of(
          "copy", List.of("then", "type", "drop"),
          "coalesce", List.of("then", "type", "drop"),
          "extract", List.of("regex", "group", "then", "type", "drop"),
          "constant", List.of("type", "drop"),
          "ingest-time", List.of("drop"),
          "now", List.of("drop"),
          "date-of", List.of("then", "type", "drop"),
          "hour-of", List.of("then", "type", "drop"));

  private final String path = Keys.SILVER_COLUMNS.path();
  private final Columns<BronzeColumn> bronze;
  private final Problems problems;

  SilverColumnsReader(Columns<BronzeColumn> bronze, Problems problems) {
    this.bronze = bronze;
    this.problems = problems;
  }

  Columns<ColumnRule> read(Node.Fields fields) {
    Columns.checkNames(path, fields, problems);
    Columns<ColumnRule> columns = new Columns<>(fields.fields().keySet(), ColumnRule::type);
    fields
        .fields()
        .forEach(
            (name, node) -> {
              try {
                rule(name, ColumnSpec.of(node, GRAMMAR), columns)
                    .ifPresent(rule -> columns.put(name, rule));
              } catch (BadValueException e) {
                problems.add(node.location(), KeyPath.join(path, name), e);
              }
            });
    return columns;
  }

  /** The rule; none if it refers to a column that has its own problem already. */
  private Optional<ColumnRule> rule(String name, ColumnSpec spec, Columns<ColumnRule> above)
      throws BadValueException {
    Origin origin = origin(name, spec);
    for (String source : origin.names()) {
      if (isUnreadable(source, name, above)) {
        return Optional.empty();
      }
    }
    StepsReader steps = new StepsReader(originType(origin, name, above));
    firstStep(spec, origin, steps, above);
    steps.read(spec.items("then"));
    Optional<Type> type = wantedType(spec);
    if (type.isPresent() && !type.get().equals(steps.type())) {
      steps.add("type", new Step.Cast(type.get()));
    }
    Use use = Use.KEPT;
    if (spec.has("drop")) {
      spec.requireTrue("drop");
      use = Use.DROPPED;
    }
    return Optional.of(new ColumnRule(name, steps.type(), origin, steps.steps(), use));
  }

  private static Origin origin(String name, ColumnSpec spec) throws BadValueException {
    return switch (spec.origin()) {
      case "copy" -> new Origin.OfColumn(spec.has("copy") ? spec.value() : name);
      case "coalesce" -> new Origin.Coalesce(names(spec));
      case "constant" -> constant(spec);
      case "ingest-time", "now" -> {
        spec.requireTrue();
        yield new Origin.IngestTime();
      }
      case "extract", "date-of", "hour-of" -> {
        requireColumn(spec);
        yield new Origin.OfColumn(spec.value());
      }
      default -> {
        if (!spec.isWord() || ColumnTypes.find(spec.origin()).isEmpty()) {
          throw new BadValueException(
              "\"" + spec.origin() + "\" says nothing about where values come from",
              ColumnTypes.isElsewhere(spec.origin())
                  ? ColumnTypes.remedy(spec.origin(), ColumnTypes.NAMES)
                  : "write copy, a type, now, {copy: …}, or another map of an origin");
        }
        yield new Origin.OfColumn(name);
      }
    };
  }

  private static void requireColumn(ColumnSpec spec) throws BadValueException {
    if (spec.isWord()) {
      throw new BadValueException(
          spec.origin() + " needs a column", "write {" + spec.origin() + ": column, …}");
    }
  }

  private static List<String> names(ColumnSpec spec) throws BadValueException {
    List<String> names = new ArrayList<>();
    for (Node item : spec.items("coalesce")) {
      if (item instanceof Node.Scalar scalar) {
        names.add(scalar.text());
      }
    }
    if (names.size() < 2 || names.size() < spec.items("coalesce").size()) {
      throw new BadValueException(
          "coalesce chooses among columns, and here are not two",
          "write {coalesce: [first, second, …]}; {default: …} is a step for a value instead");
    }
    return names;
  }

  private static Origin constant(ColumnSpec spec) throws BadValueException {
    requireColumn(spec);
    Type type = wantedType(spec).orElse(Type.STRING);
    try {
      Constants.row(spec.anyText("constant"), type);
    } catch (IllegalArgumentException e) {
      throw new BadValueException(e.getMessage(), "write a value of that type");
    }
    return new Origin.Constant(spec.anyText("constant"), type);
  }

  private static Optional<Type> wantedType(ColumnSpec spec) throws BadValueException {
    if (spec.isWord()) {
      return ColumnTypes.find(spec.origin());
    }
    return spec.has("type") ? Optional.of(ColumnTypes.parse(spec.text("type"))) : Optional.empty();
  }

  private void firstStep(
      ColumnSpec spec, Origin origin, StepsReader steps, Columns<ColumnRule> above)
      throws BadValueException {
    String source = origin.names().isEmpty() ? "" : origin.names().get(0);
    switch (spec.origin()) {
      case "extract" -> {
        requireType(source, steps.type(), Type.STRING, above);
        steps.add("extract", StepsReader.extract(spec, "regex"));
      }
      case "date-of" -> {
        requireType(source, steps.type(), Type.TIMESTAMP, above);
        steps.add("date-of", new Step.Cast(Type.DATE));
      }
      case "hour-of" -> {
        requireType(source, steps.type(), Type.TIMESTAMP, above);
        steps.add("hour-of", new Step.Hour());
      }
      default -> {}
    }
  }

  private boolean isUnreadable(String source, String name, Columns<ColumnRule> above) {
    if (bronze.isDeclared(source)) {
      return bronze.find(source).isEmpty();
    }
    return isAbove(source, name, above) && above.find(source).isEmpty();
  }

  private static boolean isAbove(String source, String name, Columns<ColumnRule> columns) {
    List<String> order = List.copyOf(columns.declared());
    return columns.isDeclared(source) && order.indexOf(source) < order.indexOf(name);
  }

  private Type originType(Origin origin, String name, Columns<ColumnRule> above)
      throws BadValueException {
    if (origin instanceof Origin.Constant constant) {
      return constant.type();
    }
    if (origin.names().isEmpty()) {
      return Type.TIMESTAMP;
    }
    Type first = type(origin.names().get(0), name, above);
    for (String source : origin.names()) {
      Type type = type(source, name, above);
      if (!type.equals(first)) {
        throw new BadValueException(
            "\"%s\" is %s and \"%s\" is %s"
                .formatted(origin.names().get(0), first.sqlName(), source, type.sqlName()),
            "cast one of them in a column above, {copy: …, type: …, drop: true}");
      }
    }
    return first;
  }

  /** A bronze column goes before a silver one of the same name. */
  private Type type(String source, String name, Columns<ColumnRule> above)
      throws BadValueException {
    Optional<Type> type = bronze.isDeclared(source) ? bronze.type(source) : Optional.empty();
    if (type.isEmpty() && isAbove(source, name, above)) {
      type = above.type(source);
    }
    if (type.isEmpty() && !source.equals(name) && above.isDeclared(source)) {
      throw new BadValueException(
          "silver column \"" + source + "\" doesn't stand above this one",
          "move it up, or name a bronze column");
    }
    if (type.isEmpty()) {
      throw new BadValueException(
          "bronze has no column \"" + source + "\"", Suggestion.among(source, bronze.declared()));
    }
    return type.get();
  }

  private void requireType(String source, Type type, Type needed, Columns<ColumnRule> above)
      throws BadValueException {
    if (!type.equals(needed)) {
      boolean isAbove = bronze.isDeclared(source) && above.type(source).equals(Optional.of(needed));
      throw new BadValueException(
          "\"" + source + "\" is " + type.sqlName() + ", not " + needed.sqlName(),
          isAbove
              ? "bronze's column is meant: give silver's of the same name another"
              : "name a " + needed.sqlName() + " column");
    }
  }
}
