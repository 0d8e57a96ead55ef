package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@code bronze.columns}. */
final class BronzeColumnsReader {
  static final Map<String, List<String>> GRAMMAR =
      Map.ofEntries(
          Map.entry("field", List.of("type")),
          Map.entry("json-text", List.of()),
          Map.entry("unknown-fields", List.of()),
          Map.entry("payload", List.of()),
          Map.entry("ingest-time", List.of()),
          Map.entry("record-partition", List.of()),
          Map.entry("record-offset", List.of()),
          Map.entry("record-timestamp", List.of()),
          Map.entry("record-key", List.of()),
          Map.entry("constant", List.of()),
          Map.entry("date-of", List.of()),
          Map.entry("hour-of", List.of()));

  /** The columns that need nothing but a word. */
  private static final Map<String, Function<String, BronzeColumn>> WORDS =
      Map.of(
          "unknown-fields", BronzeColumn.UnknownFields::new,
          "payload", BronzeColumn.Payload::new,
          "ingest-time", BronzeColumn.IngestTime::new,
          "record-partition", name -> new FromRecord(name, Part.PARTITION),
          "record-offset", name -> new FromRecord(name, Part.OFFSET),
          "record-timestamp", name -> new FromRecord(name, Part.TIMESTAMP),
          "record-key", name -> new FromRecord(name, Part.KEY));

  private final String path = Keys.BRONZE_COLUMNS.path();
  private final Problems problems;

  BronzeColumnsReader(Problems problems) {
    this.problems = problems;
  }

  Columns<BronzeColumn> read(Node.Fields fields) {
    Columns.checkNames(path, fields, problems);
    Columns<BronzeColumn> columns = new Columns<>(fields.fields().keySet(), BronzeColumn::type);
    fields
        .fields()
        .forEach(
            (name, node) -> {
              try {
                columns.put(name, column(name, ColumnSpec.of(node, GRAMMAR)));
              } catch (BadValueException e) {
                problems.add(node.location(), KeyPath.join(path, name), e);
              }
            });
    for (BronzeColumn column : columns.asList()) {
      timeSource(column)
          .ifPresent(
              source ->
                  checkTimeSource(fields.fields().get(column.name()), column, source, columns));
    }
    columns.asList().stream()
        .filter(BronzeColumn.UnknownFields.class::isInstance)
        .skip(1)
        .forEach(second -> refuseSecond(fields.fields().get(second.name()), second));
    return columns;
  }

  private void refuseSecond(Node node, BronzeColumn column) {
    problems.add(
        node.location(),
        KeyPath.join(path, column.name()),
        "another column has the unknown fields already",
        "remove one of the two; silver can copy it as often as you like");
  }

  private static BronzeColumn column(String name, ColumnSpec spec) throws BadValueException {
    if (spec.isWord()) {
      return word(name, spec.origin());
    }
    return switch (spec.origin()) {
      case "field" ->
          new BronzeColumn.JsonField(name, ColumnTypes.parse(spec.text("type")), spec.value());
      case "json-text" -> new BronzeColumn.JsonText(name, JsonPaths.check(spec.value()));
      case "constant" -> new BronzeColumn.Constant(name, spec.anyText("constant"));
      case "date-of" -> new BronzeColumn.DateOf(name, spec.value());
      case "hour-of" -> new BronzeColumn.HourOf(name, spec.value());
      default -> {
        spec.requireTrue();
        yield word(name, spec.origin());
      }
    };
  }

  private static BronzeColumn word(String name, String word) throws BadValueException {
    if (WORDS.containsKey(word)) {
      return WORDS.get(word).apply(name);
    }
    Optional<Type> type = ColumnTypes.find(word);
    if (type.isEmpty()) {
      throw new BadValueException(
          "\"" + word + "\" is neither a type nor a word for something else",
          ColumnTypes.remedy(
              word,
              Stream.concat(ColumnTypes.NAMES.stream(), WORDS.keySet().stream().sorted())
                  .toList()));
    }
    return new BronzeColumn.JsonField(name, type.get(), name);
  }

  private static Optional<String> timeSource(BronzeColumn column) {
    if (column instanceof BronzeColumn.DateOf date) {
      return Optional.of(date.column());
    }
    return column instanceof BronzeColumn.HourOf hour
        ? Optional.of(hour.column())
        : Optional.empty();
  }

  private void checkTimeSource(
      Node node, BronzeColumn column, String source, Columns<BronzeColumn> columns) {
    String at = KeyPath.join(path, column.name());
    if (!columns.isDeclared(source)) {
      problems.add(
          node.location(),
          at,
          "bronze has no column \"" + source + "\"",
          Suggestion.among(source, columns.declared()));
    } else if (columns.type(source).filter(type -> type != Type.TIMESTAMP).isPresent()) {
      problems.add(
          node.location(),
          at,
          "\"" + source + "\" is " + columns.type(source).get().sqlName() + ", not timestamp",
          "name a timestamp column");
    }
  }
}
