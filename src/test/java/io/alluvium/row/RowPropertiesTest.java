package io.alluvium.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowPropertiesTest {
  /** A type and a value of it, null included. */
  record Cell(Type type, Object value) {}

  @Property
  void aRowHoldsWhatWasSet(@ForAll("rows") List<Cell> cells) {
    // Given
    RowBuilder builder = new RowBuilder(schema(cells));
    fill(builder, cells);

    // When
    Row row = builder.build();

    // Then
    for (int i = 0; i < cells.size(); i++) {
      assertThat(row.get(i)).isEqualTo(cells.get(i).value());
      assertThat(row.isNull(i)).isEqualTo(cells.get(i).value() == null);
    }
    assertThat(row.sizeInBytes()).isPositive();
  }

  @Property
  void copiesAndReusedBuildersMakeEqualRows(@ForAll("rows") List<Cell> cells) {
    // Given
    Schema schema = schema(cells);
    RowBuilder first = new RowBuilder(schema);
    fill(first, cells);
    Row row = first.build();
    RowBuilder second = new RowBuilder(schema);
    for (int i = cells.size() - 1; i >= 0; i--) {
      second.copy(i, first, i).copy(i, row, i);
    }

    // When
    Row copy = second.build();

    // Then
    int[] all = IntStream.range(0, cells.size()).toArray();
    assertThat(copy).isEqualTo(row).hasSameHashCodeAs(row);
    assertThat(copy.sameColumns(row, all)).isTrue();
    assertThat(copy.hashColumns(all)).isEqualTo(row.hashColumns(all));
    fill(first.clear(), cells);
    assertThat(first.build()).isEqualTo(row);
    assertThat(first.clear().build().isNull(cells.size() - 1)).isTrue();
  }

  @Property
  void aDifferingColumnIsSeenAndOnlyThere(@ForAll("rows") List<Cell> cells) {
    // Given
    Schema schema = schema(cells);
    RowBuilder builder = new RowBuilder(schema);
    fill(builder, cells);
    Row row = builder.build();
    int last = cells.size() - 1;
    int[] before = IntStream.range(0, last).toArray();
    set(builder, last, null);

    // When
    Row changed = builder.build();

    // Then
    assertThat(changed.sameColumns(row, before)).isTrue();
    assertThat(changed.sameColumns(row, new int[] {last})).isEqualTo(row.isNull(last));
    assertThat(changed.equals(row)).isEqualTo(row.isNull(last));
  }

  @Property
  void comparesAsTheValuesDo(@ForAll("pairs") List<Cell> pair) {
    // Given
    Schema schema = schema(pair.subList(0, 1));
    Row left = row(schema, pair.get(0));
    Row right = row(schema, pair.get(1));

    // When
    int order = left.compareColumn(right, 0);

    // Then
    assertThat(Integer.signum(order))
        .isEqualTo(Integer.signum(compare(pair.get(0), pair.get(1))))
        .isEqualTo(-Integer.signum(right.compareColumn(left, 0)));
  }

  @Property
  void charactersBecomeUtf8AsInStrings(@ForAll("utf16") String text) {
    // Given
    RowBuilder builder = new RowBuilder(Schema.of(new Column("c", Type.STRING)));
    char[] chars = ("x" + text + "\uDE00").toCharArray();

    // When
    builder.setChars(0, chars, 1, text.length());

    // Then
    Row row = builder.build();
    byte[] bytes = Arrays.copyOfRange(row.array(0), row.offset(0), row.offset(0) + row.length(0));
    assertThat(bytes).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property
  void aLaterValueReplacesAnEarlierOne(
      @ForAll String earlier, @ForAll @Size(max = 9) byte[] later) {
    // Given
    RowBuilder builder =
        new RowBuilder(Schema.of(new Column("a", Type.BINARY), new Column("b", Type.STRING)));
    builder.setString(0, earlier).setString(1, earlier);

    // When
    builder.setBytes(0, later, 0, later.length);

    // Then
    Row row = builder.build();
    assertThat(row.get(0)).isEqualTo(later);
    assertThat(row.getString(1)).isEqualTo(new String(utf8(earlier), StandardCharsets.UTF_8));
  }

  @Test
  void aSchemaKnowsItsColumns() {
    // Given
    Schema schema =
        Schema.of(
            new Column("a", Type.INT), new Column("b", Type.STRING), new Column("c", Type.DATE));

    // When
    Schema without = schema.without(List.of("b", "x"));

    // Then
    assertThat(without).isEqualTo(Schema.of(new Column("a", Type.INT), new Column("c", Type.DATE)));
    assertThat(schema.requireAll(List.of("c", "a"))).containsExactly(2, 0);
    assertThat(schema.indexOf("A")).isEqualTo(-1);
    assertThatThrownBy(() -> schema.require("A")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Schema.of(schema.column(0), schema.column(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }

  @Provide
  Arbitrary<List<Cell>> rows() {
    return cells().list().ofMinSize(1).ofMaxSize(20);
  }

  @Provide
  Arbitrary<List<Cell>> pairs() {
    return types().flatMap(type -> cells(type).list().ofSize(2));
  }

  @Provide
  Arbitrary<String> utf16() {
    return Arbitraries.chars()
        .with('a', 'é', '\u07FF', '\u0800', '\uFFFF', '\uD83D', '\uDE00', '\uD800', '\uDFFF')
        .array(char[].class)
        .ofMaxSize(12)
        .map(String::new);
  }

  private static Arbitrary<Cell> cells() {
    return types().flatMap(RowPropertiesTest::cells);
  }

  private static Arbitrary<Cell> cells(Type type) {
    Arbitrary<?> values =
        switch (type.kind()) {
          case STRING -> Arbitraries.strings().ofMaxLength(20);
          case BINARY -> Arbitraries.bytes().array(byte[].class).ofMaxSize(20);
          case INT, DATE -> Arbitraries.integers();
          case LONG, TIMESTAMP -> Arbitraries.longs();
          case DOUBLE ->
              Arbitraries.oneOf(
                  Arbitraries.doubles(),
                  Arbitraries.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY));
          case BOOLEAN -> Arbitraries.of(true, false);
          case DECIMAL -> decimals(type);
        };
    return Combinators.combine(values.injectNull(0.2), Arbitraries.just(type))
        .as((value, t) -> new Cell(t, value instanceof String s ? valid(s) : value));
  }

  private static Arbitrary<Type> types() {
    Arbitrary<Type> decimals =
        Arbitraries.integers()
            .between(1, Type.MAX_PRECISION)
            .flatMap(
                precision ->
                    Arbitraries.integers()
                        .between(0, precision)
                        .map(scale -> Type.decimal(precision, scale)));
    return Arbitraries.oneOf(Arbitraries.of(Type.PLAIN), decimals);
  }

  /** Of any number of digits up to the type's. */
  private static Arbitrary<BigDecimal> decimals(Type type) {
    return Arbitraries.integers()
        .between(1, type.precision())
        .flatMap(
            digits -> {
              BigInteger most = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
              return Arbitraries.bigIntegers().between(most.negate(), most);
            })
        .map(unscaled -> new BigDecimal(unscaled, type.scale()));
  }

  /** Without halves of surrogate pairs, which no UTF-8 holds. */
  private static String valid(String text) {
    return new String(utf8(text), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Schema schema(List<Cell> cells) {
    return new Schema(
        IntStream.range(0, cells.size())
            .mapToObj(i -> new Column("c" + i, cells.get(i).type()))
            .toList());
  }

  private static Row row(Schema schema, Cell cell) {
    RowBuilder builder = new RowBuilder(schema);
    set(builder, 0, cell.value());
    return builder.build();
  }

  private static void fill(RowBuilder builder, List<Cell> cells) {
    for (int i = 0; i < cells.size(); i++) {
      set(builder, i, cells.get(i).value());
    }
  }

  private static void set(RowBuilder builder, int column, Object value) {
    if (value == null) {
      builder.setNull(column);
    } else if (value instanceof String text) {
      builder.setString(column, text);
    } else if (value instanceof byte[] bytes) {
      builder.setBytes(column, bytes, 0, bytes.length);
    } else if (value instanceof Integer number) {
      builder.setInt(column, number);
    } else if (value instanceof Long number) {
      builder.setLong(column, number);
    } else if (value instanceof Double number) {
      builder.setDouble(column, number);
    } else if (value instanceof BigDecimal number) {
      builder.setDecimal(column, number);
    } else {
      builder.setBoolean(column, (Boolean) value);
    }
  }

  private static int compare(Cell left, Cell right) {
    if (left.value() == null || right.value() == null) {
      return Boolean.compare(left.value() != null, right.value() != null);
    }
    return switch (left.type().kind()) {
      case STRING ->
          Arrays.compareUnsigned(utf8((String) left.value()), utf8((String) right.value()));
      case BINARY -> Arrays.compareUnsigned((byte[]) left.value(), (byte[]) right.value());
      case INT, DATE -> Integer.compare((Integer) left.value(), (Integer) right.value());
      case LONG, TIMESTAMP -> Long.compare((Long) left.value(), (Long) right.value());
      case DOUBLE -> Double.compare((Double) left.value(), (Double) right.value());
      case BOOLEAN -> Boolean.compare((Boolean) left.value(), (Boolean) right.value());
      case DECIMAL -> ((BigDecimal) left.value()).compareTo((BigDecimal) right.value());
    };
  }
}
