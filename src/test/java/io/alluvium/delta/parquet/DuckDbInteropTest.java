package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another implementation of Parquet reads our files, and we read its. */
class DuckDbInteropTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Column("n", Type.INT),
          new Column("s", Type.STRING),
          new Column("b", Type.BINARY),
          new Column("l", Type.LONG),
          new Column("d", Type.DOUBLE),
          new Column("z", Type.BOOLEAN),
          new Column("day", Type.DATE),
          new Column("at", Type.TIMESTAMP),
          new Column("n4", Type.decimal(4, 2)),
          new Column("n18", Type.decimal(18, 3)),
          new Column("n38", Type.decimal(38, 20)),
          new Column("p", Type.STRING));

  private static final String EXPRESSIONS =
      "n, s, hex(b), l, d, z, day::varchar, epoch_us(\"at\"), n4, n18, n38, p";

  private static final BigDecimal LONG = new BigDecimal("-123456789012345678.00000000000000000009");

  /** 0001-01-01T00:00:00.000001Z. */
  private static final long FIRST_MICROS = -62_135_596_799_999_999L;

  @TempDir Path root;

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(
          TestRows.row(
              SCHEMA,
              i,
              i % 7 == 0 ? null : i % 7 == 1 ? "" : "é€😀 " + i % 13,
              new byte[] {(byte) i, 0},
              Long.MIN_VALUE + i,
              i % 3 == 0 ? null : i / 8.0,
              i % 2 == 0,
              Math.toIntExact(LocalDate.of(1, 1, 1).toEpochDay()) + 1_000 * i,
              FIRST_MICROS + i * 86_400_000_001L * 999,
              BigDecimal.valueOf(i % 2 == 0 ? i : -i, 2),
              BigDecimal.valueOf(i * -99_999_999_999_999L, 3),
              LONG.subtract(BigDecimal.valueOf(i, 20)),
              i % 5 == 0 ? null : "a/b=c%20 é"));
    }
    return rows;
  }

  private static String text(Row row) {
    byte[] b = (byte[]) row.get(2);
    return List.of(
            row.get(0),
            String.valueOf(row.get(1)),
            String.format("%02X%02X", b[0], b[1]),
            row.get(3),
            String.valueOf(row.get(4)),
            row.get(5),
            LocalDate.ofEpochDay((int) row.get(6)),
            row.get(7),
            row.get(8),
            row.get(9),
            row.get(10),
            String.valueOf(row.get(11)))
        .toString();
  }

  @Test
  void duckDbReadsTheSameValues() throws Exception {
    // Given
    List<Row> rows = rows();
    TestRows.write(root, SCHEMA, List.of("p"), rows);
    // When
    List<String> read =
        query(
            "SELECT "
                + EXPRESSIONS
                + " FROM read_parquet('"
                + root
                + "/*/*.parquet', hive_partitioning=true) ORDER BY n");
    // Then
    assertThat(read).isEqualTo(rows.stream().map(DuckDbInteropTest::text).toList());
  }

  @Test
  void readsWhatDuckDbWritesWithSnappy() throws Exception {
    // Given
    List<Row> rows = rows();
    TestRows.write(root, SCHEMA, List.of(), rows);
    execute(
        "COPY (SELECT * FROM read_parquet('"
            + root
            + "/*.parquet') ORDER BY n) TO '"
            + root
            + "/duck.snappy' (FORMAT parquet, COMPRESSION snappy, PARQUET_VERSION v2)");
    var file = new io.alluvium.delta.DataFile("duck.snappy", Map.of(), 0, 0, 3_000, null, Map.of());
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), SCHEMA);
    // When
    List<Row> read;
    try (RowIterator iterator = reader.open(file)) {
      read = TestRows.drain(iterator);
    }
    // Then
    assertThat(read).isEqualTo(rows);
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> query(String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(String.valueOf(result.getObject(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows;
  }
}
