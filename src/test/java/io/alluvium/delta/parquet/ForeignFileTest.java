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
