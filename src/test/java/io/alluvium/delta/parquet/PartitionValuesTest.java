package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionValuesTest {
  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(Type.DATE, day("2025-11-27"), "2025-11-27"),
        Arguments.of(Type.DATE, day("0009-01-02"), "0009-01-02"),
        Arguments.of(Type.DATE, day("+10000-01-02"), "+10000-01-02"),
        Arguments.of(Type.DATE, day("-0005-01-02"), "-0005-01-02"),
        Arguments.of(Type.TIMESTAMP, micros("2025-11-27T11:25:53Z"), "2025-11-27T11:25:53.000000Z"),
        Arguments.of(
            Type.TIMESTAMP, micros("1899-12-31T23:59:59.000001Z"), "1899-12-31T23:59:59.000001Z"),
        Arguments.of(Type.BOOLEAN, true, "true"),
        Arguments.of(Type.DOUBLE, -1.5e300, "-1.5E300"),
        Arguments.of(Type.decimal(38, 9), new BigDecimal("-1234.000000001"), "-1234.000000001"),
        Arguments.of(Type.decimal(9, 9), new BigDecimal("0.000000001"), "0.000000001"),
        Arguments.of(Type.STRING, "", null),
        Arguments.of(Type.LONG, null, null));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void writesTheTextOfTheProtocol(Type type, Object value, String text) {
    // Given
    Row row = TestRows.row(schema(type), value);
    // When
    String written = PartitionValues.text(row, 0);
    // Then
    assertThat(written).isEqualTo(text);
  }

  static Stream<Arguments> foreignTexts() {
    return Stream.of(
        Arguments.of(Type.TIMESTAMP, "2025-11-27 11:25:53", micros("2025-11-27T11:25:53Z")),
        Arguments.of(Type.TIMESTAMP, "2025-11-27 11:25:53.5", micros("2025-11-27T11:25:53.5Z")),
        Arguments.of(
            Type.TIMESTAMP, "2025-11-27T11:25:53.5+01:00", micros("2025-11-27T10:25:53.5Z")),
        Arguments.of(Type.DATE, "10000-01-02", day("+10000-01-02")),
        Arguments.of(Type.decimal(9, 9), "1E-9", new BigDecimal("0.000000001")),
        Arguments.of(Type.decimal(9, 2), "-7", new BigDecimal("-7.00")),
        Arguments.of(Type.STRING, "", null),
        Arguments.of(Type.INT, null, null));
  }

  @ParameterizedTest
  @MethodSource("foreignTexts")
  void readsWhatOthersWrite(Type type, String text, Object value) {
    // Given
    RowBuilder row = new RowBuilder(schema(type));
    // When
    PartitionValues.set(row, 0, text);
    // Then
    assertThat(row.build().get(0)).isEqualTo(value);
  }

  private static Schema schema(Type type) {
    return Schema.of(new Column("p", type));
  }

  private static int day(String date) {
    return Math.toIntExact(LocalDate.parse(date).toEpochDay());
  }

  private static long micros(String instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
  }
}
