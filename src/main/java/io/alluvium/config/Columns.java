package io.alluvium.config;

import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The columns of a table as far as they could be read, in their order. A declared column that
 * couldn't be read has its own problem already; nobody who refers to it is blamed for it too.
 */
final class Columns<C> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w{0,127}");

  private final Set<String> declared;
  private final Function<C, Type> typeOf;
  private final Map<String, C> columns = new LinkedHashMap<>();

  Columns(Set<String> declared, Function<C, Type> typeOf) {
    this.declared = declared;
    this.typeOf = typeOf;
  }

  /** Without those that could be read and aren't wanted. */
  Columns<C> where(Predicate<C> wanted) {
    Set<String> names = new LinkedHashSet<>(declared);
    names.removeIf(name -> find(name).filter(wanted.negate()).isPresent());
    Columns<C> some = new Columns<>(names, typeOf);
    columns.forEach(
        (name, column) -> {
          if (names.contains(name)) {
            some.put(name, column);
          }
        });
    return some;
  }

  void put(String name, C column) {
    columns.put(name, column);
  }

  boolean isDeclared(String name) {
    return declared.contains(name);
  }

  Set<String> declared() {
    return declared;
  }

  Optional<C> find(String name) {
    return Optional.ofNullable(columns.get(name));
  }

  Optional<Type> type(String name) {
    return find(name).map(typeOf);
  }

  List<C> asList() {
    return List.copyOf(columns.values());
  }

  Schema schema() {
    return new Schema(
        columns.entrySet().stream()
            .map(entry -> new Column(entry.getKey(), typeOf.apply(entry.getValue())))
            .toList());
  }

  /** Names that Spark, DuckDB and catalogs take without quotes, none twice but for its case. */
  static void checkNames(String path, Node.Fields fields, Problems problems) {
    Map<String, String> seen = new HashMap<>();
    fields
        .fields()
        .forEach(
            (name, node) -> {
              if (!NAME.matcher(name).matches()) {
                problems.add(
                    node.location(),
                    KeyPath.join(path, name),
                    "this is no column name",
                    "use letters, digits and _; {field: …} reads a JSON field of another name");
              }
              String other = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
              if (other != null) {
                problems.add(
                    node.location(),
                    KeyPath.join(path, name),
                    "this differs from column " + other + " in case only, which SQL doesn't see",
                    "rename one of the two");
              }
            });
  }
}
