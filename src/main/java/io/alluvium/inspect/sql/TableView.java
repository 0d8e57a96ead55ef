package io.alluvium.inspect.sql;

import io.alluvium.row.Column;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The query that a table's view stands for. */
final class TableView {
  private static final Pattern GLOB = Pattern.compile("[*?\\[]");

  private TableView() {}

  /**
   * All columns in the table's order and types. Columns that a file lacks, or that all of them
   * lack, are null; partition columns are joined from the log.
   */
  static String query(SqlTable table, TableFiles files) {
    List<Column> columns = table.snapshot().schema().columns();
    String select =
        columns.stream()
            .map(c -> select(c, files.isPartition(c.name())))
            .collect(Collectors.joining(", "));
    String rows = "(" + empty(columns) + union(files) + ") r";
    if (files.isPartitioned()) {
      rows += " JOIN " + files.name() + " p ON p." + TableFiles.PATH + " = r." + TableFiles.PATH;
    }
    String live =
        files
            .deleted()
            .map(
                deleted ->
                    " ANTI JOIN %s d ON d.%s = r.%s AND d.%s = r.%s"
                        .formatted(
                            deleted,
                            TableFiles.PATH,
                            TableFiles.PATH,
                            TableFiles.POSITION,
                            TableFiles.POSITION))
            .orElse("");
    return "SELECT " + select + " FROM " + rows + live;
  }

  private static String select(Column column, boolean partition) {
    String name = Sql.name(column.name());
    return partition
        ? "p." + name + " AS " + name
        : "CAST(r." + name + " AS " + Sql.type(column.type()) + ") AS " + name;
  }

  private static String empty(List<Column> columns) {
    return "SELECT "
        + columns.stream()
            .map(c -> "NULL::" + Sql.type(c.type()) + " AS " + Sql.name(c.name()) + ", ")
            .collect(Collectors.joining())
        + "NULL::VARCHAR AS "
        + TableFiles.PATH
        + " WHERE false";
  }

  private static String union(TableFiles files) {
    if (files.paths().isEmpty()) {
      return "";
    }
    String paths =
        files.paths().stream()
            .map(path -> Sql.text(pattern(path)))
            .collect(Collectors.joining(", "));
    return " UNION ALL BY NAME SELECT * FROM read_parquet(["
        + paths
        + "], union_by_name = true, hive_partitioning = false, "
        // Only where it is needed: a column of the table may have that name.
        + (files.deleted().isPresent() ? "file_row_number = true, " : "")
        + "filename = "
        + Sql.text(TableFiles.PATH)
        + ")";
  }

  /** The pattern that matches a path and nothing else: DuckDB takes every path for one. */
  static String pattern(String path) {
    return GLOB.matcher(path).replaceAll("[$0]");
  }
}
