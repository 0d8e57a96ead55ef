package io.alluvium.cast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The results are those of Spark 4.1.1, against which a test of its own holds all pairs. */
class ValueCastTest {
  private static final List<Type> TYPES =
      List.of(
          Type.STRING,
          Type.INT,
          Type.LONG,
          Type.DOUBLE,
          Type.BOOLEAN,
          Type.DATE,
          Type.TIMESTAMP,
          Type.decimal(18, 6),
          Type.decimal(38, 18));

  /** Each value is written as the text that casts to it, and so is the result. */
  @ParameterizedTest
  @CsvSource({
    "bigint, 4294967297, int, 1",
    "bigint, 9223372036854775807, timestamp, 294247-01-10 04:00:54.775807",
    "bigint, -1, timestamp, 1969-12-31 23:59:59",
    "bigint, -9223372036854775808, string, -9223372036854775808",
    "bigint, 99999, 'decimal(5,0)', 99999",
    "bigint, 100000, 'decimal(5,0)',",
    "bigint, 9223372036854775807, 'decimal(38,19)', 9223372036854775807",
    "bigint, 0, boolean, false",
    "int, 100000, 'decimal(38,33)',",
    "int, -7, double, -7.0",
    "int, -2147483648, boolean, true",
    "double, NaN, int, 0",
    "double, 1e300, int, 2147483647",
    "double, -1e300, bigint, -9223372036854775808",
    "double, -1.9, bigint, -1",
    "double, NaN, boolean, true",
    "double, -0.0, boolean, false",
    "double, -0.0, string, -0.0",
    "double, 1e7, string, 1.0E7",
    "double, NaN, timestamp,",
    "double, Infinity, 'decimal(38,0)',",
    "double, 1.0000019, timestamp, 1970-01-01 00:00:01.000001",
    "double, 0.125, 'decimal(9,2)', 0.13",
    "double, -1e37, 'decimal(38,0)', -10000000000000000000000000000000000000",
    "boolean, true, timestamp, 1970-01-01 00:00:00.000001",
    "boolean, true, string, true",
    "boolean, true, 'decimal(2,1)', 1.0",
    "boolean, true, 'decimal(2,2)',",
    "boolean, false, double, 0.0",
    "date, 2026-02-28, timestamp, 2026-02-28 00:00:00",
    "date, 1000000-01-01, timestamp,",
    "date, 10000-01-01, string, +10000-01-01",
    "date, -0044-03-15, string, -0044-03-15",
    "date, 0001-01-01, string, 0001-01-01",
    "timestamp, 1969-12-31 23:59:59.75, bigint, -1",
    "timestamp, 1969-12-31 23:59:59.75, double, -0.25",
    "timestamp, 1969-12-31 23:59:59.75, date, 1969-12-31",
    "timestamp, 1969-12-31 23:59:59.750, string, 1969-12-31 23:59:59.75",
    "timestamp, 10000-01-01 00:00:00, string, +10000-01-01 00:00:00",
    "timestamp, 2038-01-19 03:14:07, int, 2147483647",
    "timestamp, 2038-01-19 03:14:08, int,",
    "timestamp, 22601-03-30 06:57:24.562176, 'decimal(18,6)', 651059103444.562176",
    "timestamp, 1970-01-01 00:00:00.000001, boolean, true",
    "'decimal(38,0)', 99999999999999999999999999999999999999, bigint, 687399551400673279",
    "'decimal(38,0)', 99999999999999999999999999999999999999, double, 1.0E38",
    "'decimal(18,6)', -1.999999, int, -1",
    "'decimal(18,6)', 4294967297.5, int, 1",
    "'decimal(18,6)', 0.000001, string, 0.000001",
    "'decimal(38,18)', 0, string, 0E-18",
    "'decimal(38,18)', 0, boolean, false",
    "'decimal(38,18)', 0.000000000000000001, boolean, true",
    "'decimal(38,18)', -0.000001500000000001, timestamp, 1969-12-31 23:59:59.999999",
    "'decimal(18,6)', 9.995, 'decimal(3,2)',",
    "'decimal(18,6)', 9.994999, 'decimal(3,2)', 9.99",
    "'decimal(18,6)', -0.005, 'decimal(38,2)', -0.01",
    "string, ' 12 ', bigint, 12",
    "string, x, timestamp,",
    "string, é😀, string, é😀",
  })
  void castsAsSpark(String from, String text, String to, String result) {
    // Given
    Type source = Type.ofSqlName(from).orElseThrow();
    Type target = Type.ofSqlName(to).orElseThrow();
    Row row = row(source, text);

    // When
    Row cast = cast(ValueCast.of(source, target), row, target);

    // Then
    assertThat(row.isNull(0)).isFalse();
    assertThat(cast).isEqualTo(row(target, result));
  }

  private static Row row(Type type, String text) {
    RowBuilder builder = new RowBuilder(Schema.of(new Column("v", type)));
    if (text != null) {
      StringCast.to(type).cast(text.toCharArray(), 0, text.length(), 0, builder, 0);
    }
    return builder.build();
  }

  private static Row cast(ValueCast cast, Row row, Type to) {
    RowBuilder out = new RowBuilder(Schema.of(new Column("v", to)));
    cast.cast(row, 0, 0, out, 0);
    return out.build();
  }

  @Property
  void everyValueCastsAndNullStaysNull(
      @ForAll("types") Type from, @ForAll("types") Type to, @ForAll String text) {
    // Given
    Row row = row(from, text);
    boolean allowed = ValueCast.isAllowed(from, to);

    // When
    Row cast = allowed ? cast(ValueCast.of(from, to), row, to) : row(to, null);

    // Then
    if (row.isNull(0)) {
      assertThat(cast.isNull(0)).isTrue();
    }
    if (from.equals(to)) {
      assertThat(cast).isEqualTo(row);
    }
  }

  @Provide
  Arbitrary<Type> types() {
    return Arbitraries.of(TYPES);
  }

  @Property
  void numbersAndTimesComeBackFromTheirText(
      @ForAll("backAndForth") Type type, @ForAll long number) {
    // Given
    RowBuilder builder = new RowBuilder(Schema.of(new Column("v", type)));
    Row row =
        switch (type.kind()) {
          case DOUBLE -> builder.setDouble(0, Double.longBitsToDouble(number)).build();
          case INT, DATE -> builder.setInt(0, (int) number).build();
          case DECIMAL -> builder.setUnscaled(0, number % 1_000_000_000_000_000_000L).build();
          default -> builder.setLong(0, number).build();
        };
    Row text = cast(ValueCast.of(type, Type.STRING), row, Type.STRING);

    // When
    Row back = cast(ValueCast.of(Type.STRING, type), text, type);

    // Then
    assertThat(back.get(0)).as(text.getString(0)).isEqualTo(row.get(0));
  }

  @Provide
  Arbitrary<Type> backAndForth() {
    return Arbitraries.of(TYPES).filter(type -> type != Type.STRING && type != Type.BOOLEAN);
  }

  @ParameterizedTest
  @CsvSource({
    "int, date",
    "bigint, date",
    "double, date",
    "boolean, date",
    "'decimal(9,2)', date",
    "date, int",
    "date, bigint",
    "date, double",
    "date, boolean",
    "date, 'decimal(9,2)'",
    "string, binary",
    "binary, string",
  })
  void whatGivesNoValueIsRefused(String from, String to) {
    // Given
    Type source = Type.ofSqlName(from).orElseThrow();
    Type target = Type.ofSqlName(to).orElseThrow();

    // When
    boolean allowed = ValueCast.isAllowed(source, target);

    // Then
    assertThat(allowed).isFalse();
    assertThatThrownBy(() -> ValueCast.of(source, target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(source + " to " + target);
  }

  @Property(tries = 50)
  void aColumnIsCastWithinItsRow(@ForAll("texts") String text) {
    // Given
    Schema schema = Schema.of(new Column("a", Type.STRING), new Column("b", Type.STRING));
    RowBuilder row = new RowBuilder(schema).setString(0, text);

    // When
    ValueCast.of(Type.STRING, Type.STRING).cast(row, 0, 0, row, 1);

    // Then
    assertThat(row.build().get(1)).isEqualTo(text);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.integers().between(0, 3_000).map("x"::repeat);
  }
}
