package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FileStatisticsTest {
  private static final ObjectMapper EXACT =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final Schema SCHEMA = TestRows.ALL_TYPES;

  @Provide
  Arbitrary<List<Row>> rowsOfAllTypes() {
    return TestRows.rows(SCHEMA);
  }

  @Property(tries = 400)
  void boundsEncloseEveryValueAndNullsAreCounted(@ForAll("rowsOfAllTypes") List<Row> rows)
      throws IOException {
    // Given
    FileStatistics statistics = new FileStatistics(SCHEMA, List.of());
    rows.forEach(statistics::add);
    // When
    JsonNode json = EXACT.readTree(statistics.json());
    // Then
    assertThat(json.get("numRecords").asInt()).isEqualTo(rows.size());
    for (int column = 0; column < SCHEMA.size(); column++) {
      String name = SCHEMA.column(column).name();
      int at = column;
      assertThat(json.get("nullCount").get(name).asLong())
          .isEqualTo(rows.stream().filter(row -> row.isNull(at)).count());
      JsonNode min = json.get("minValues").get(name);
      JsonNode max = json.get("maxValues").get(name);
      rows.stream()
          .map(row -> row.get(at))
          .filter(Objects::nonNull)
          .filter(value -> min != null)
          .forEach(
              value -> {
                assertThat(compare(SCHEMA.type(at), min, value)).isNotPositive();
                assertThat(compare(SCHEMA.type(at), max, value)).isNotNegative();
              });
    }
  }

  /** The bound against the value, as a reader of the log would compare them. */
  private static int compare(Type type, JsonNode bound, Object value) {
    return switch (type.kind()) {
      case STRING -> Arrays.compareUnsigned(utf8(bound.textValue()), utf8((String) value));
      case INT, LONG -> Long.compare(bound.longValue(), ((Number) value).longValue());
      case DECIMAL -> bound.decimalValue().compareTo((BigDecimal) value);
      case DOUBLE -> (int) Math.signum(bound.doubleValue() - (Double) value);
      case DATE -> LocalDate.parse(bound.textValue()).compareTo(LocalDate.ofEpochDay((int) value));
      case TIMESTAMP ->
          Instant.parse(bound.textValue())
              .compareTo(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS));
      case BOOLEAN, BINARY -> throw new AssertionError(type + " has no bounds");
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void writesWhatSparkWrites() {
    // Given
    BigDecimal small = new BigDecimal("0.1");
    BigDecimal large = new BigDecimal("1234567890123456789012345678.0123456780");
    FileStatistics statistics = new FileStatistics(SCHEMA, List.of());
    statistics.add(
        TestRows.row(
            SCHEMA,
            "b",
            new byte[1],
            2,
            -5L,
            1.5,
            true,
            0,
            1_000_001L,
            small,
            null,
            null,
            null,
            null,
            large));
    statistics.add(
        TestRows.row(
            SCHEMA,
            "a",
            null,
            1,
            7L,
            2e300,
            null,
            -1,
            2_000_001L,
            small.negate(),
            null,
            null,
            null,
            null,
            large.negate()));
    // When
    String json = statistics.json();
    // Then
    assertThat(json)
        .isEqualTo(
            """
            {"numRecords":2,\
            "minValues":{"s":"a","i":1,"l":-5,"d":1.5,"day":"1969-12-31",\
            "at":"1970-01-01T00:00:01.000Z",\
            "n1":-0.1,"n38":-1234567890123456789012345678.0123456780},\
            "maxValues":{"s":"b","i":2,"l":7,"d":2.0E300,"day":"1970-01-01",\
            "at":"1970-01-01T00:00:02.001Z",\
            "n1":0.1,"n38":1234567890123456789012345678.0123456780},\
            "nullCount":{"s":0,"b":1,"i":0,"l":0,"d":0,"z":1,"day":0,"at":0,\
            "n1":0,"n9":2,"n10":2,"n18":2,"n19":2,"n38":0}}""");
  }

  @Test
  void aNanHidesTheBoundsOfItsColumn() {
    // Given
    Schema schema = Schema.of(new Column("d", Type.DOUBLE));
    FileStatistics statistics = new FileStatistics(schema, List.of());
    statistics.add(TestRows.row(schema, 1.0));
    statistics.add(TestRows.row(schema, Double.NaN));
    statistics.add(TestRows.row(schema, 2.0));
    // When
    String json = statistics.json();
    // Then
    assertThat(json)
        .isEqualTo("{\"numRecords\":3,\"minValues\":{},\"maxValues\":{},\"nullCount\":{\"d\":0}}");
  }

  @Test
  void coversTheFirst32ColumnsWithoutThoseOfThePartition() throws IOException {
    // Given
    Schema schema =
        new Schema(IntStream.range(0, 40).mapToObj(i -> new Column("c" + i, Type.INT)).toList());
    FileStatistics statistics = new FileStatistics(schema, List.of("c3"));
    statistics.add(TestRows.row(schema));
    // When
    JsonNode json = EXACT.readTree(statistics.json());
    // Then
    assertThat(json.get("nullCount")).hasSize(31);
    assertThat(json.get("nullCount").has("c3")).isFalse();
    assertThat(json.get("nullCount").has("c31")).isTrue();
    assertThat(json.get("nullCount").has("c32")).isFalse();
  }
}
