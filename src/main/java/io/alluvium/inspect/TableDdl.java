package io.alluvium.inspect;

import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Statements that make a table known to a catalog where it lies.
 *
 * @param name with its catalog and schema, divided by dots
 * @param path a local path or a URI
 */
public record TableDdl(String name, String path, Schema schema, List<String> partitionColumns) {

  /** Spark and what speaks its SQL. Over an existing table the columns must be the table's. */
  public String spark() {
    StringBuilder ddl = new StringBuilder();
    if (name.contains(".")) {
      ddl.append("CREATE SCHEMA IF NOT EXISTS ")
          .append(quoted(name.substring(0, name.lastIndexOf('.'))))
          .append(";\n");
    }
    ddl.append("CREATE TABLE IF NOT EXISTS ").append(quoted(name)).append(" (\n");
    ddl.append(schema.columns().stream().map(TableDdl::column).collect(Collectors.joining(",\n")));
    ddl.append("\n)\nUSING DELTA\n");
    if (!partitionColumns.isEmpty()) {
      ddl.append(
          partitionColumns.stream()
              .map(TableDdl::quoted)
              .collect(Collectors.joining(", ", "PARTITIONED BY (", ")\n")));
    }
    return ddl.append("LOCATION ").append(text(location())).append(";\n").toString();
  }

  /** Trino, which takes columns and partitioning from the table. */
  public String trino() {
    String[] parts = name.split("\\.", -1);
    String table = parts[parts.length - 1];
    String schemaName = parts.length > 1 ? parts[parts.length - 2] : "default";
    String call = parts.length > 2 ? '"' + parts[0] + "\"." : "";
    return "CALL %ssystem.register_table(schema_name => %s, table_name => %s, table_location => %s);\n"
        .formatted(
            call,
            text(schemaName.toLowerCase(Locale.ROOT)),
            text(table.toLowerCase(Locale.ROOT)),
            text(location()));
  }

  private String location() {
    return path.startsWith("/") ? "file://" + path : path;
  }

  private static String column(Column column) {
    return "  " + quoted(column.name()) + " " + column.type().sqlName().toUpperCase(Locale.ROOT);
  }

  private static String quoted(String dotted) {
    return List.of(dotted.split("\\.", -1)).stream()
        .map(part -> "`" + part.replace("`", "``") + "`")
        .collect(Collectors.joining("."));
  }

  private static String text(String text) {
    return '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
  }
}
