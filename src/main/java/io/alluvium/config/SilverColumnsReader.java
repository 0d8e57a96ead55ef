package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@code silver.columns} against bronze's. */
final class SilverColumnsReader {
  static final Map<String, List<String>> GRAMMAR =
      Map.of(
          "copy", List.of(),
          "extract", List.of("regex", "group", "type"),
          "ingest-time", List.of(),
          "date-of", List.of());

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
                ColumnSpec spec = ColumnSpec.of(node, GRAMMAR);
                if (!dependsOnUnreadable(spec, name, columns)) {
                  columns.put(name, column(name, spec, columns));
                }
              } catch (BadValueException e) {
                problems.add(node.location(), KeyPath.join(path, name), e);
              }
            });
    return columns;
  }

  /** Whether the column that the spec refers to is declared and has its own problem already. */
  private boolean dependsOnUnreadable(ColumnSpec spec, String name, Columns<ColumnRule> earlier) {
    String source = spec.has(spec.origin()) ? spec.value() : name;
    return switch (spec.origin()) {
      case "copy", "extract" -> bronze.isDeclared(source) && bronze.find(source).isEmpty();
      case "date-of" ->
          bronze.isDeclared(source)
              ? bronze.find(source).isEmpty()
              : earlier.isDeclared(source)
                  && earlier.find(source).isEmpty()
                  && isBefore(source, name, earlier);
      default -> false;
    };
  }

  private static boolean isBefore(String source, String name, Columns<ColumnRule> columns) {
    List<String> order = List.copyOf(columns.declared());
    return order.indexOf(source) < order.indexOf(name);
  }

  private ColumnRule column(String name, ColumnSpec spec, Columns<ColumnRule> earlier)
      throws BadValueException {
    return switch (spec.origin()) {
      case "copy" -> copy(name, spec.has("copy") ? spec.value() : name);
      case "ingest-time" -> {
        spec.requireTrue();
        yield new ColumnRule.IngestTime(name);
      }
      case "extract", "date-of" -> {
        if (spec.options().isEmpty()) {
          throw new BadValueException(
              spec.origin() + " needs a column", "write {" + spec.origin() + ": column, …}");
        }
        yield spec.origin().equals("extract")
            ? extract(name, spec)
            : new ColumnRule.DateOf(name, timestamp(spec.value(), earlier));
      }
      default ->
          throw new BadValueException(
              "\"" + spec.origin() + "\" says nothing about where values come from",
              "write copy, ingest-time, {copy: …}, {extract: …} or {date-of: …}");
    };
  }

  private ColumnRule copy(String name, String source) throws BadValueException {
    return new ColumnRule.Copy(name, bronzeColumn(source).type(), source);
  }

  private ColumnRule extract(String name, ColumnSpec spec) throws BadValueException {
    requireType(spec.value(), bronzeColumn(spec.value()).type(), Type.STRING);
    String regex = spec.text("regex");
    Type type = spec.has("type") ? ColumnTypes.parse(spec.text("type")) : Type.STRING;
    return new ColumnRule.Extract(name, type, spec.value(), regex, group(spec, regex));
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
      Matcher matcher = Pattern.compile(regex).matcher("");
      return matcher.groupCount();
    } catch (PatternSyntaxException e) {
      throw new BadValueException(
          "the regex \"" + regex + "\" doesn't compile: " + e.getDescription(),
          "mend it near position " + Math.max(0, e.getIndex()));
    }
  }

  /** A bronze column goes before a silver one of the same name. */
  private String timestamp(String source, Columns<ColumnRule> earlier) throws BadValueException {
    if (!bronze.isDeclared(source)
        && earlier.find(source).orElse(null) instanceof ColumnRule.Copy copy) {
      requireType(source, copy.type(), Type.TIMESTAMP);
      return copy.column();
    }
    if (!bronze.isDeclared(source) && earlier.isDeclared(source)) {
      throw new BadValueException(
          "silver column \"" + source + "\" is no copy of a bronze column that stands above",
          "name a bronze column, or a silver column above that copies one");
    }
    requireType(source, bronzeColumn(source).type(), Type.TIMESTAMP);
    return source;
  }

  private BronzeColumn bronzeColumn(String source) throws BadValueException {
    if (bronze.find(source).isEmpty()) {
      throw new BadValueException(
          "bronze has no column \"" + source + "\"", Suggestion.among(source, bronze.declared()));
    }
    return bronze.find(source).get();
  }

  private static void requireType(String source, Type type, Type needed) throws BadValueException {
    if (type != needed) {
      throw new BadValueException(
          "\"" + source + "\" is " + type.sqlName() + ", not " + needed.sqlName(),
          "name a " + needed.sqlName() + " column");
    }
  }
}
