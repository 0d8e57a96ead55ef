package io.alluvium.delta.parquet;

import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Rows of a schema with a column of every type, and shorthands around the writer and reader. */
final class TestRows {
  static final Schema ALL_TYPES =
      Schema.of(
          new Column("s", Type.STRING),
          new Column("b", Type.BINARY),
          new Column("i", Type.INT),
          new Column("l", Type.LONG),
          new Column("d", Type.DOUBLE),
          new Column("z", Type.BOOLEAN),
          new Column("day", Type.DATE),
          new Column("at", Type.TIMESTAMP),
          new Column("n1", Type.decimal(1, 1)),
          new Column("n9", Type.decimal(9, 0)),
          new Column("n10", Type.decimal(10, 2)),
          new Column("n18", Type.decimal(18, 18)),
          new Column("n19", Type.decimal(19, 4)),
          new Column("n38", Type.decimal(38, 10)));

  private TestRows() {}

  static Row row(Schema schema, Object... values) {
    RowBuilder row = new RowBuilder(schema);
    for (int i = 0; i < values.length; i++) {
      set(row, i, values[i]);
    }
    return row.build();
  }

  private static void set(RowBuilder row, int column, Object value) {
    if (value == null) {
      row.setNull(column);
    } else if (value instanceof String text) {
      row.setString(column, text);
    } else if (value instanceof byte[] bytes) {
      row.setBytes(column, bytes, 0, bytes.length);
    } else if (value instanceof Integer number) {
      row.setInt(column, number);
    } else if (value instanceof Long number) {
      row.setLong(column, number);
    } else if (value instanceof Double number) {
      row.setDouble(column, number);
    } else if (value instanceof BigDecimal number) {
      row.setDecimal(column, number);
    } else {
      row.setBoolean(column, (Boolean) value);
    }
  }

  /** Values of a type with its extremes and null, all that the type can hold. */
  static Arbitrary<Object> values(Type type) {
    Arbitrary<?> values =
        switch (type.kind()) {
          case STRING -> Arbitraries.strings().excludeChars(surrogates()).ofMaxLength(80);
          case BINARY -> Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
          case INT, DATE -> Arbitraries.integers();
          case LONG, TIMESTAMP -> Arbitraries.longs();
          case DOUBLE ->
              Arbitraries.oneOf(
                  Arbitraries.doubles(),
                  Arbitraries.of(
                      Double.NaN,
                      Double.NEGATIVE_INFINITY,
                      Double.POSITIVE_INFINITY,
                      -0.0,
                      Double.MIN_VALUE));
          case BOOLEAN -> Arbitraries.of(true, false);
          case DECIMAL -> decimals(type);
        };
    return values.map(value -> (Object) value).injectNull(0.2);
  }

  private static Arbitrary<BigDecimal> decimals(Type type) {
    BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    return Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(most.negate(), most),
            Arbitraries.of(most, most.negate(), BigInteger.ZERO, BigInteger.ONE.negate()))
        .map(unscaled -> new BigDecimal(unscaled, type.scale()));
  }

  private static char[] surrogates() {
    char[] chars = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) (Character.MIN_SURROGATE + i);
    }
    return chars;
  }

  static Arbitrary<List<Row>> rows(Schema schema) {
    List<Arbitrary<Object>> columns =
        schema.columns().stream().map(column -> values(column.type())).toList();
    return net.jqwik.api.Combinators.combine(columns)
        .as(values -> row(schema, values.toArray()))
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  static List<WrittenFile> write(Path root, Schema schema, List<String> partitions, List<Row> rows)
      throws IOException {
    return write(new LocalTableStorage(root), schema, partitions, rows, DataFileSettings.DEFAULT);
  }

  static List<WrittenFile> write(
      TableStorage storage,
      Schema schema,
      List<String> partitions,
      List<Row> rows,
      DataFileSettings settings)
      throws IOException {
    return new DataFileWriter(storage, schema, partitions, settings, Clock.systemUTC())
        .write(rows, Map.of("tag", "value"));
  }

  static List<Row> read(Path root, Schema schema, WrittenFile file) throws IOException {
    try (RowIterator rows =
        new DataFileReader(new LocalTableStorage(root), schema).open(file.file())) {
      return drain(rows);
    }
  }

  static List<Row> drain(RowIterator rows) throws IOException {
    List<Row> read = new ArrayList<>();
    for (Row row = rows.next(); row != null; row = rows.next()) {
      read.add(row);
    }
    return read;
  }

  static List<Path> filesBelow(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }

  static Path temporaryDirectory() throws IOException {
    Path directory = Files.createTempDirectory("alluvium-files");
    directory.toFile().deleteOnExit();
    return directory;
  }

  static void delete(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
