package io.alluvium.inspect.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.error.InputErrors;
import io.alluvium.error.TableErrors;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.print.RowPrinter;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/**
 * A DuckDB of its own in memory, in which each table is a view over its data files at one version.
 * Times are UTC. It can read these files and nothing else, and write nothing: only what its own
 * parser takes for a SELECT is run, access to other files is switched off, and the settings are
 * locked. For one thread.
 */
public final class SqlSession implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final DuckDBConnection connection;
  private final LocalCopies copies;
  private final List<String> missing;

  private SqlSession(DuckDBConnection connection, LocalCopies copies, List<String> missing) {
    this.connection = connection;
    this.copies = copies;
    this.missing = missing;
  }

  /**
   * Opens what there is of a pipeline's tables.
   *
   * @throws io.alluvium.error.UserException if there is none, or one can't be read
   */
  public static SqlSession open(PipelineLogs logs) throws IOException {
    List<SqlTable> tables = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, ReadOnlyLog> log : logs.byName().entrySet()) {
      Optional<TableSnapshot> snapshot = log.getValue().find();
      if (snapshot.isPresent()) {
        TableSpec spec = log.getValue().spec();
        tables.add(
            new SqlTable(log.getKey(), spec, snapshot.get(), logs.access().files(spec.path())));
      } else {
        missing.add(log.getValue().spec().name() + " at " + log.getValue().spec().path());
      }
    }
    if (tables.isEmpty()) {
      throw TableErrors.tableMissing(logs.bronze().spec().name(), logs.bronze().spec().path());
    }
    return open(tables, missing);
  }

  /**
   * Opens tables.
   *
   * @param missing tables that aren't there, for the message of a query that asks for them
   */
  static SqlSession open(List<SqlTable> tables, List<String> missing) throws IOException {
    LocalCopies copies = new LocalCopies();
    try {
      Properties properties = new Properties();
      properties.setProperty("jdbc_stream_results", "true");
      DuckDBConnection connection =
          DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
      try {
        setUp(connection, tables, copies);
        return new SqlSession(connection, copies, List.copyOf(missing));
      } catch (Throwable failure) {
        connection.close();
        copies.close();
        throw failure;
      }
    } catch (SQLException e) {
      throw InputErrors.sqlEngineFailed(e);
    }
  }

  private static void setUp(DuckDBConnection connection, List<SqlTable> tables, LocalCopies copies)
      throws SQLException, IOException {
    List<String> paths = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("SET autoinstall_known_extensions = false");
      statement.execute("SET autoload_known_extensions = false");
      statement.execute("SET temp_directory = ''");
      SqlCatalog catalog = new SqlCatalog(statement);
      for (SqlTable table : tables) {
        TableFiles files = TableFiles.load(table, copies, connection);
        // A pattern is judged as it is written, and again as the path that it finds.
        files.paths().forEach(path -> paths.addAll(List.of(path, TableView.pattern(path))));
        catalog.create(table, TableView.query(table, files));
      }
      statement.execute(
          "SET allowed_paths = "
              + paths.stream().map(Sql::text).collect(Collectors.joining(", ", "[", "]")));
      statement.execute("SET enable_external_access = false");
      statement.execute("SET lock_configuration = true");
    }
  }

  /**
   * Answers one query.
   *
   * @throws io.alluvium.error.UserException if it is no SELECT, or fails
   */
  public void query(String sql, RowPrinter printer) throws IOException {
    try {
      requireSelect(sql);
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        print(rows, printer);
      }
    } catch (SQLException e) {
      throw InputErrors.sqlFailed(message(e), missing);
    }
  }

  private static void print(ResultSet rows, RowPrinter printer) throws SQLException, IOException {
    ResultSetMetaData metadata = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= metadata.getColumnCount(); i++) {
      names.add(metadata.getColumnLabel(i));
    }
    printer.header(names);
    while (rows.next()) {
      List<Object> values = new ArrayList<>(names.size());
      for (int i = 1; i <= names.size(); i++) {
        values.add(SqlValues.plain(rows.getObject(i)));
      }
      printer.row(values);
    }
    printer.end();
  }

  /** Lets DuckDB's own parser judge: it makes JSON of SELECT statements only. */
  private void requireSelect(String sql) throws SQLException {
    try (PreparedStatement parse =
        connection.prepareStatement("SELECT json_serialize_sql(CAST(? AS VARCHAR))")) {
      parse.setString(1, sql);
      try (ResultSet parsed = parse.executeQuery()) {
        parsed.next();
        judge(MAPPER.readTree(parsed.getString(1)));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("DuckDB's parser answers in no JSON", e);
    }
  }

  private void judge(JsonNode parsed) {
    if (parsed.path("error_type").asText().equals("parser")) {
      throw InputErrors.sqlFailed(parsed.path("error_message").asText(), List.of());
    }
    if (parsed.path("error").asBoolean()) {
      throw InputErrors.sqlNotReadOnly("this is another kind of statement");
    }
    int statements = parsed.path("statements").size();
    if (statements != 1) {
      throw InputErrors.sqlNotReadOnly("these are " + statements + " statements");
    }
  }

  private static String message(SQLException e) {
    return String.valueOf(e.getMessage())
        .replaceFirst("(?s)^Invalid Input Error: Attempting to execute.*?\\nError: ", "")
        .strip();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB doesn't close", e);
    } finally {
      copies.close();
    }
  }
}
