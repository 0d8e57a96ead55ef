package io.alluvium.cast;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StringCastTest {
  private static final Instant NOW = Instant.parse("2026-06-02T23:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "' 12\t', 12",
    "-0, 0",
    "+7, 7",
    "007, 7",
    "1.9, 1",
    "-1.9, -1",
    "1., 1",
    "., 0",
    "2147483647, 2147483647",
    "-2147483648, -2147483648",
  })
  void castsToInt(String text, int expected) {
    // When
    Object value = cast(Type.INT, text);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "+",
        "-",
        "abc",
        "1e3",
        "0x10",
        "1.2.3",
        "1.x",
        "1 2",
        "--1",
        "٣",
        "\u20031",
        "2147483648",
        "-2147483649",
        "99999999999999999999",
        "1,000",
        "true"
      })
  void hasNoInt(String text) {
    // When
    Object value = cast(Type.INT, text);

    // Then
    assertThat(value).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "2147483648, 2147483648",
    "12.99, 12",
  })
  void castsToLong(String text, long expected) {
    // When
    Object value = cast(Type.LONG, text);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775808", "-9223372036854775809", "92233720368547758070", "", "1L"})
  void hasNoLong(String text) {
    // When
    Object value = cast(Type.LONG, text);

    // Then
    assertThat(value).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "21, 21.0",
    "-21.5, -21.5",
    "-0, -0.0",
    ".5, 0.5",
    "5., 5.0",
    "+1, 1.0",
    "' 1.5 ', 1.5",
    "007, 7.0",
    "0.1, 0.1",
    "359.999, 359.999",
    "123456789012345, 1.23456789012345E14",
    "12345678901234567890, 1.2345678901234567E19",
    "0.000000000000001, 1.0E-15",
    "4.85e2, 485.0",
    "1d, 1.0",
    "0x1p3, 8.0",
    "1e999, Infinity",
    "inf, Infinity",
    "' +INFINITY', Infinity",
    "-Inf, -Infinity",
    "nAn, NaN",
  })
  void castsToDouble(String text, double expected) {
    // When
    Object value = cast(Type.DOUBLE, text);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".", "-", "-.", "1.2.3", "1 2", "abc", "1,5", "٣"})
  void hasNoDouble(String text) {
    // When
    Object value = cast(Type.DOUBLE, text);

    // Then
    assertThat(value).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "t, true", "TRUE, true", "y, true", "Yes, true", "' 1 ', true",
    "f, false", "False, false", "n, false", "no, false", "0, false",
    "'', ", "2, ", "on, ", "truee, ", "1.0, ",
  })
  void castsToBoolean(String text, Boolean expected) {
    // When
    Object value = cast(Type.BOOLEAN, text);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2017, 2017-01-01",
    "2017-6, 2017-06-01",
    "2017-06-17, 2017-06-17",
    "' 2017-06-17 ', 2017-06-17",
    "2017-06-17T, 2017-06-17",
    "2017-06-17 whatever, 2017-06-17",
    "2017-06-17T13:44:20Z, 2017-06-17",
    "0001-01-01, 0001-01-01",
    "1582-10-10, 1582-10-10",
    "2000-02-29, 2000-02-29",
    "+2017-06-17, 2017-06-17",
    "-0044-03-15, -0044-03-15",
    "0000-01-01, 0000-01-01",
    "1000000-01-01, +1000000-01-01",
    "5881580-07-11, +5881580-07-11",
    "-5877641-06-23, -5877641-06-23",
  })
  void castsToDate(String text, String expected) {
    // When
    Object value = cast(Type.DATE, text);

    // Then
    assertThat(value).isEqualTo((int) LocalDate.parse(expected).toEpochDay());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "17",
        "201",
        "20170617",
        "2017-",
        "2017-06-",
        "2017-13-01",
        "2017-00-10",
        "2017-02-29",
        "1900-02-29",
        "2017-06-31",
        "2017-06-00",
        "2017-06-017",
        "2017 06",
        "2017-06T",
        "2017/06/17",
        "2017-06-17t",
        "2017-06-17-",
        "today",
        "--2017-01-01",
        "10000000-01-01",
        "5881580-07-12",
        "-5877641-06-22"
      })
  void hasNoDate(String text) {
    // When
    Object value = cast(Type.DATE, text);

    // Then
    assertThat(value).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "2017-06-17T13:44:20Z, 2017-06-17T13:44:20Z",
    "2017-06-17 13:44:20, 2017-06-17T13:44:20Z",
    "2017-06-17T13:44:20.1741351Z, 2017-06-17T13:44:20.174135Z",
    "2017-06-17T13:44:20.9999999, 2017-06-17T13:44:20.999999Z",
    "2017-06-17T13:44:20.5, 2017-06-17T13:44:20.5Z",
    "2017-06-17T13:44:20., 2017-06-17T13:44:20Z",
    "2017-06-17T13:44:20.Z, 2017-06-17T13:44:20Z",
    "2017-06-17T13:44:20+01:00, 2017-06-17T12:44:20Z",
    "2017-06-17T13:44:20.25-05:30, 2017-06-17T19:14:20.25Z",
    "2017-06-17T13:44:20+18:00, 2017-06-16T19:44:20Z",
    "2017-06-17T13:44:20+0100, 2017-06-17T12:44:20Z",
    "2017-06-17T13:44:20+1, 2017-06-17T12:44:20Z",
    "2017-06-17T13:44:20+1:5, 2017-06-17T12:39:20Z",
    "2017-06-17T13:44:20 UTC+1:00, 2017-06-17T12:44:20Z",
    "2017-06-17 13:44:20.5 UTC, 2017-06-17T13:44:20.5Z",
    "2017-06-17 13:44:20 Europe/London, 2017-06-17T12:44:20Z",
    "2026-03-29T01:30:00 Europe/London, 2026-03-29T01:30:00Z",
    "2017-06-17 13:44:20PST, 2017-06-17T20:44:20Z",
    "' 2017-06-17T13:44:20Z\n', 2017-06-17T13:44:20Z",
    "2017-6-7T1:2:3Z, 2017-06-07T01:02:03Z",
    "2017-06-17T13, 2017-06-17T13:00:00Z",
    "2017-06-17 13:44, 2017-06-17T13:44:00Z",
    "2017-06-17, 2017-06-17T00:00:00Z",
    "2017-06, 2017-06-01T00:00:00Z",
    "2017, 2017-01-01T00:00:00Z",
    "0001-01-01T00:00:00, 0001-01-01T00:00:00Z",
    "1582-10-10T00:00:00Z, 1582-10-10T00:00:00Z",
    "1899-12-31T23:59:59.000001Z, 1899-12-31T23:59:59.000001Z",
    "-0001-01-01T00:00:00Z, -0001-01-01T00:00:00Z",
    "+10000-01-01T00:00:00Z, +10000-01-01T00:00:00Z",
    "294247-01-10T04:00:54.775807Z, +294247-01-10T04:00:54.775807Z",
    "-290308-12-21T19:59:05.224192Z, -290308-12-21T19:59:05.224192Z",
    "12:30, 2026-06-02T12:30:00Z",
    "T12, 2026-06-02T12:00:00Z",
    "1:2:3.5Z, 2026-06-02T01:02:03.5Z",
    "'12:30:00 Europe/London', 2026-06-03T11:30:00Z",
  })
  void castsToTimestamp(String text, String expected) {
    // When
    Object value = cast(Type.TIMESTAMP, text);

    // Then
    assertThat(value).isInstanceOf(Long.class);
    assertThat(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "now",
        "today",
        "12",
        "201",
        "1497707060",
        "20170617T134420Z",
        "2017-06-17T24:00:00Z",
        "2017-06-17T23:60:00Z",
        "2017-06-17T23:59:60Z",
        "2017-06-17T13Z",
        "2017-06-17T13:44Z",
        "2017-06-17t13:44:20z",
        "2017-06-17T13:44:20z",
        "2017-06-17T",
        "2017-06-17T13:",
        "2017-06-17T13:44:",
        "2017-02-29T00:00:00Z",
        "2017-06-17T13:44:20+19:00",
        "2017-06-17T13:44:20+01:60",
        "2017-06-17T13:44:20..Z",
        "2017-06-17T13:44:20 Mars/Base",
        "2017-06-17T013:44:20Z",
        "2017-06-17TT13:44:20Z",
        "2017-06-17  13:44:20",
        "1000000-01-01",
        "294247-01-10T04:00:54.775808Z",
        "-290308-12-21T19:59:05.224191Z",
        "999999-01-01",
        "+12:30",
        "123:30",
        ":30",
        " T12",
        "-T12",
        "T",
        "\u20032017-06-17",
        "2017-06-17T13:44:20Zé"
      })
  void hasNoTimestamp(String text) {
    // When
    Object value = cast(Type.TIMESTAMP, text);

    // Then
    assertThat(value).isNull();
  }

  /** Casts a part of an array, so that reading beyond the part shows. */
  @ParameterizedTest
  @CsvSource({
    "1.005, 1.01",
    "-1.005, -1.01",
    "1.0049999999999999999999999999999999999999999999999, 1.00",
    "' +7\t', 7.00",
    ".5, 0.50",
    "5., 5.00",
    "1e3, 1000.00",
    "12E-1, 1.20",
    "99999999.99, 99999999.99",
    "99999999.994999, 99999999.99",
    "-0.001, 0.00",
    "1e-2147483647, 0.00",
    "0e37, 0.00",
    "\u0663, 3.00",
  })
  void castsToDecimal(String text, BigDecimal expected) {
    // When
    Object value = cast(Type.decimal(10, 2), text);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "-",
        "e5",
        "1e",
        "1e+",
        "1,000",
        "1 2",
        "NaN",
        "Infinity",
        "\u20031",
        "1\u007F",
        "0x1",
        "1d",
        "99999999.995",
        "-100000000",
        "1e2147483647",
        "1e-2147483648",
        "1e99999999999",
        "0e38"
      })
  void hasNoDecimal(String text) {
    // When
    Object value = cast(Type.decimal(10, 2), text);

    // Then
    assertThat(value).isNull();
  }

  private static Object cast(Type type, String text) {
    RowBuilder out = new RowBuilder(Schema.of(new Column("c", type)));
    char[] chars = ("9" + text + "9").toCharArray();
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, NOW);
    boolean isValue = StringCast.to(type).cast(chars, 1, chars.length - 1, now, out, 0);
    assertThat(out.isNull(0)).isEqualTo(!isValue);
    return out.build().get(0);
  }
}
