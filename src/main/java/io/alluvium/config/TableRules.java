package io.alluvium.config;

import io.alluvium.row.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the lists of a table's columns must hold to. */
final class TableRules {
  private static final Set<Type.Kind> UNBOUNDED =
      EnumSet.of(Type.Kind.TIMESTAMP, Type.Kind.DOUBLE, Type.Kind.DECIMAL);

  private final Values values;
  private final Problems problems;

  TableRules(Values values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  /**
   * @param complaint what is wrong with a column that exists; empty if nothing
   */
  <C> void checkColumns(
      Key<List<String>> key,
      List<String> names,
      Columns<C> columns,
      Function<String, Optional<BadValueException>> complaint) {
    for (String name : names) {
      if (!columns.isDeclared(name)) {
        problems.add(
            values.location(key),
            key.path(),
            "the table has no column \"" + name + "\"",
            Suggestion.among(name, columns.declared()));
      } else if (columns.find(name).isPresent()) {
        complaint.apply(name).ifPresent(e -> problems.add(values.location(key), key.path(), e));
      }
    }
  }

  void checkNotEmpty(Key<List<String>> key, List<String> names) {
    if (names.isEmpty()) {
      problems.add(
          values.location(key), key.path(), "the list is empty", "name at least one column");
    }
  }

  <C> void checkPartitions(Key<List<String>> key, List<String> names, Columns<C> columns) {
    checkColumns(
        key,
        names,
        columns,
        name ->
            columns
                .type(name)
                .filter(type -> UNBOUNDED.contains(type.kind()))
                .map(
                    type ->
                        new BadValueException(
                            "\""
                                + name
                                + "\" is "
                                + type.sqlName()
                                + ", which would make a directory of nearly every row",
                            "partition by a date or a short string")));
    if (!names.isEmpty() && columns.declared().stream().allMatch(names::contains)) {
      problems.add(
          values.location(key),
          key.path(),
          "these are all columns, so nothing would be left for the data files",
          "leave at least one column out");
    }
  }
}
