package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.error.UserException;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types as Spark and others write them where they differ from ours. */
class ForeignFileTest {
  private static final MessageType FOREIGN =
      MessageTypeParser.parseMessageType(
          """
          message spark_schema {
            optional int96 old;
            required int64 millis (TIMESTAMP(MILLIS,true));
            optional int64 nanos (TIMESTAMP(NANOS,true));
            required int32 small;
            optional float single;
            optional int32 narrow (INTEGER(16,true));
            optional fixed_len_byte_array(5) legacy (DECIMAL(9,2));
            optional binary minimal (DECIMAL(20,0));
            optional int32 shorter (DECIMAL(4,2));
            optional group nested { optional int32 x; }
          }""");
  private static final DataFile FILE =
      new DataFile("foreign.parquet", Map.of("p", "9"), 0, 0, 1, null, Map.of());

  @TempDir Path root;

  @Test
  void readsOldTimestampsAndNarrowerNumbers() throws IOException {
    // Given
    write();
    Schema schema =
        Schema.of(
            new Column("p", Type.INT),
            new Column("old", Type.TIMESTAMP),
            new Column("millis", Type.TIMESTAMP),
            new Column("nanos", Type.TIMESTAMP),
            new Column("small", Type.LONG),
            new Column("single", Type.DOUBLE),
            new Column("narrow", Type.INT));
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // When
    List<Row> read;
    try (RowIterator rows = reader.open(FILE)) {
      read = TestRows.drain(rows);
    }
    // Then
    long old =
        ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("1899-12-31T12:00:00.000001Z"));
    assertThat(read).containsExactly(TestRows.row(schema, 9, old, -1_000L, -1L, -3L, 1.5, 7));
  }

  @Test
  void readsDecimalsInEveryForm() throws IOException {
    // Given
    write();
    Schema schema =
        Schema.of(
            new Column("legacy", Type.decimal(9, 2)),
            new Column("minimal", Type.decimal(20, 0)),
            new Column("shorter", Type.decimal(38, 2)));
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // When
    List<Row> read;
    try (RowIterator rows = reader.open(FILE)) {
      read = TestRows.drain(rows);
    }
    // Then
    assertThat(read)
        .containsExactly(
            TestRows.row(
                schema, new BigDecimal("-0.02"), new BigDecimal("255"), new BigDecimal("-12.34")));
  }

  @ParameterizedTest
  @CsvSource({"legacy, 9, 3", "legacy, 8, 2", "small, 9, 2"})
  void refusesADecimalThatIsAnother(String name, int precision, int scale) throws IOException {
    // Given
    write();
    Schema schema = Schema.of(new Column(name, Type.decimal(precision, scale)));
    // When
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // Then
    assertThatThrownBy(() -> reader.open(FILE)).isInstanceOf(UserException.class);
  }

  @Test
  void refusesATypeThatDoesNotFit() throws IOException {
    // Given
    write();
    Schema schema = Schema.of(new Column("small", Type.STRING));
    // When
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // Then
    assertThatThrownBy(() -> reader.open(FILE))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("column small")
        .hasMessageContaining("int32 small");
  }

  @Test
  void refusesANestedColumn() throws IOException {
    // Given
    write();
    Schema schema = Schema.of(new Column("nested", Type.INT));
    // When
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // Then
    assertThatThrownBy(() -> reader.open(FILE)).isInstanceOf(UserException.class);
  }

  private void write() throws IOException {
    long nanosOfDay = 43_200_000_001_999L;
    int julianDay = 2_440_588 - 25_568;
    byte[] int96 =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(nanosOfDay)
            .putInt(julianDay)
            .array();
    Group row = new SimpleGroup(FOREIGN);
    row.add("old", Binary.fromConstantByteArray(int96));
    row.add("millis", -1L);
    row.add("nanos", -1L);
    row.add("small", -3);
    row.add("single", 1.5f);
    row.add("narrow", 7);
    row.add("legacy", Binary.fromConstantByteArray(new byte[] {-1, -1, -1, -1, -2}));
    row.add("minimal", Binary.fromConstantByteArray(new byte[] {0, 0, -1}));
    row.add("shorter", -1234);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(root.resolve("foreign.parquet")))
            .withConf(new PlainParquetConfiguration())
            .withType(FOREIGN)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build()) {
      writer.write(row);
    }
  }
}
