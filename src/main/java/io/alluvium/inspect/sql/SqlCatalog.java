package io.alluvium.inspect.sql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names under which tables are found: the short one, the configured one, and that without its
 * catalog where it can't be mistaken.
 */
final class SqlCatalog {
  private static final String HOME = "memory";
  private static final String MAIN = "main";

  private final Statement statement;
  private final Set<String> known = new HashSet<>(Set.of(HOME, HOME + "." + MAIN));

  SqlCatalog(Statement statement) {
    this.statement = statement;
  }

  /**
   * Creates a table's views.
   *
   * @param query what they stand for
   */
  void create(SqlTable table, String query) throws SQLException {
    List<String> shortName = List.of(HOME, MAIN, table.shortName());
    view(shortName, query);
    for (List<String> name : longNames(table)) {
      catalog(name.get(0));
      schema(name.get(0), name.get(1));
      view(name, "SELECT * FROM " + quoted(shortName));
    }
  }

  private static List<List<String>> longNames(SqlTable table) {
    List<String> parts = table.nameParts();
    String last = parts.get(parts.size() - 1);
    List<List<String>> names = new ArrayList<>();
    if (parts.size() == 1 && !last.equalsIgnoreCase(table.shortName())) {
      names.add(List.of(HOME, MAIN, last));
    }
    if (parts.size() == 3) {
      names.add(parts);
    }
    // With a catalog of the schema's name, DuckDB couldn't tell which of the two is meant.
    if (parts.size() == 2 || (parts.size() == 3 && !parts.get(0).equalsIgnoreCase(parts.get(1)))) {
      names.add(List.of(HOME, parts.get(parts.size() - 2), last));
    }
    return names;
  }

  private void catalog(String name) throws SQLException {
    if (known.add(name.toLowerCase(Locale.ROOT))) {
      statement.execute("ATTACH ':memory:' AS " + Sql.name(name));
      known.add(name.toLowerCase(Locale.ROOT) + "." + MAIN);
    }
  }

  private void schema(String catalog, String name) throws SQLException {
    if (known.add((catalog + "." + name).toLowerCase(Locale.ROOT))) {
      statement.execute("CREATE SCHEMA " + quoted(List.of(catalog, name)));
    }
  }

  private void view(List<String> name, String query) throws SQLException {
    statement.execute("CREATE VIEW " + quoted(name) + " AS " + query);
  }

  private static String quoted(List<String> name) {
    return name.stream().map(Sql::name).collect(Collectors.joining("."));
  }
}
