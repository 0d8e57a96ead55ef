package io.alluvium.inspect.sql;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.PartitionValues;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.vector.VectorFiles;
import io.alluvium.error.TableErrors;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A table's files in DuckDB: each one's path with its partition values, which are in the log and
 * nowhere else that can be trusted (Delta protocol, "Partition Value Serialization").
 */
final class TableFiles {
  /** The column that joins rows to their file; no Delta column may have a name like it here. */
  static final String PATH = "__alluvium_path";

  /** The column of a row's position in its file, as DuckDB calls it. */
  static final String POSITION = "file_row_number";

  private static final String SCHEMA = "memory.__alluvium";

  private final SqlTable table;
  private final Schema partition;
  private final List<String> paths = new ArrayList<>();
  private boolean marked;

  private TableFiles(SqlTable table) {
    this.table = table;
    Schema schema = table.snapshot().schema();
    this.partition =
        new Schema(
            table.snapshot().partitionColumns().stream()
                .map(schema::require)
                .map(schema::column)
                .toList());
  }

  static TableFiles load(SqlTable table, LocalCopies copies, DuckDBConnection connection)
      throws IOException, SQLException {
    TableFiles files = new TableFiles(table);
    List<Row> values = files.read(copies);
    if (files.isPartitioned()) {
      files.store(values, connection);
    }
    files.storeDeleted(connection);
    return files;
  }

  private List<Row> read(LocalCopies copies) throws IOException {
    RowBuilder builder = new RowBuilder(partition);
    List<Row> values = new ArrayList<>();
    for (DataFile file : table.snapshot().files()) {
      paths.add(copies.path(table, DataFilePath.decode(file.path())));
      values.add(values(file, builder.clear()));
    }
    return values;
  }

  private Row values(DataFile file, RowBuilder builder) {
    try {
      for (int column = 0; column < partition.size(); column++) {
        String value = file.partitionValues().get(partition.column(column).name());
        PartitionValues.set(builder, column, value);
      }
      return builder.build();
    } catch (RuntimeException e) {
      throw TableErrors.tableUnreadable(table.spec().name(), table.spec().path(), e);
    }
  }

  private void store(List<Row> values, DuckDBConnection connection) throws SQLException {
    String raw = table.shortName() + "_raw";
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
      statement.execute(
          "CREATE TABLE " + SCHEMA + "." + raw + " (" + PATH + " VARCHAR, " + declarations() + ")");
      try (DuckDBAppender appender = connection.createAppender("memory", "__alluvium", raw)) {
        for (int i = 0; i < paths.size(); i++) {
          append(appender, paths.get(i), values.get(i));
        }
      }
      statement.execute(
          "CREATE TABLE %s AS SELECT %s, %s FROM %s.%s"
              .formatted(name(), PATH, conversions(), SCHEMA, raw));
      statement.execute("DROP TABLE " + SCHEMA + "." + raw);
    }
  }

  /** The positions that deletion vectors name, as rows of path and position. */
  private void storeDeleted(DuckDBConnection connection) throws IOException, SQLException {
    VectorFiles vectors = new VectorFiles(table.storage());
    List<DataFile> files = table.snapshot().files();
    marked = files.stream().anyMatch(file -> file.vector() != null);
    if (!marked) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
      statement.execute(
          "CREATE TABLE %s (%s VARCHAR, %s BIGINT)".formatted(deletedName(), PATH, POSITION));
    }
    try (DuckDBAppender appender =
        connection.createAppender("memory", "__alluvium", table.shortName() + "_deleted")) {
      for (int i = 0; i < paths.size(); i++) {
        if (files.get(i).vector() != null) {
          append(appender, paths.get(i), vectors.read(files.get(i).vector()));
        }
      }
    }
  }

  private static void append(DuckDBAppender appender, String path, RoaringBitmap positions)
      throws SQLException {
    PeekableIntIterator iterator = positions.getIntIterator();
    while (iterator.hasNext()) {
      appender.beginRow();
      appender.append(path);
      appender.append((long) iterator.next());
      appender.endRow();
    }
  }

  /** Dates and times go in as the numbers that they are, so that nobody parses odd years. */
  private String declarations() {
    return partition.columns().stream()
        .map(column -> Sql.name(column.name()) + " " + rawType(column.type()))
        .collect(Collectors.joining(", "));
  }

  private String conversions() {
    return partition.columns().stream()
        .map(TableFiles::conversion)
        .collect(Collectors.joining(", "));
  }

  private static String conversion(Column column) {
    String name = Sql.name(column.name());
    return switch (column.type().kind()) {
      case DATE -> "(DATE '1970-01-01' + " + name + ") AS " + name;
      case TIMESTAMP -> "make_timestamptz(" + name + ") AS " + name;
      default -> name;
    };
  }

  private static String rawType(Type type) {
    return switch (type.kind()) {
      case DATE -> "INTEGER";
      case TIMESTAMP -> "BIGINT";
      default -> Sql.type(type);
    };
  }

  private void append(DuckDBAppender appender, String path, Row values) throws SQLException {
    appender.beginRow();
    appender.append(path);
    for (int column = 0; column < partition.size(); column++) {
      if (values.isNull(column)) {
        appender.appendNull();
        continue;
      }
      switch (partition.type(column).kind()) {
        case STRING, BINARY -> appender.append(values.getString(column));
        case INT, DATE -> appender.append(values.getInt(column));
        case LONG, TIMESTAMP -> appender.append(values.getLong(column));
        case DOUBLE -> appender.append(values.getDouble(column));
        case DECIMAL -> appender.append(values.getDecimal(column));
        case BOOLEAN -> appender.append(values.getBoolean(column));
      }
    }
    appender.endRow();
  }

  /** The table of paths and partition values. */
  String name() {
    return SCHEMA + "." + table.shortName();
  }

  /** The table of paths and positions of deleted rows, if there are any. */
  Optional<String> deleted() {
    return marked ? Optional.of(deletedName()) : Optional.empty();
  }

  private String deletedName() {
    return name() + "_deleted";
  }

  boolean isPartitioned() {
    return partition.size() > 0;
  }

  boolean isPartition(String column) {
    return partition.indexOf(column) >= 0;
  }

  /** Absolute local paths of all files, or of their copies. */
  List<String> paths() {
    return paths;
  }
}
