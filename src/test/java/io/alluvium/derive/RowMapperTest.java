package io.alluvium.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.derive.ColumnRule.Use;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowMapperTest {
  private static final Schema BRONZE =
      Schema.of(
          new Column("text", Type.STRING),
          new Column("at", Type.TIMESTAMP),
          new Column("count", Type.INT));

  @Test
  void mapsEveryKindOfRule() {
    // Given
    Schema silver =
        Schema.of(
            new Column("day", Type.DATE),
            new Column("number", Type.DOUBLE),
            new Column("unit", Type.STRING),
            new Column("n", Type.INT),
            new Column("ingest_ts", Type.TIMESTAMP));
    List<ColumnRule> rules =
        List.of(
            Rules.dateOf("day", "at"),
            Rules.extract("number", Type.DOUBLE, "text", "([\\d.]+)\\s*(.*)", 1),
            Rules.extract("unit", Type.STRING, "text", "([\\d.]+)\\s*(.*)", 2),
            Rules.copy("n", Type.INT, "count"),
            Rules.ingestTime("ingest_ts"));
    RowBuilder out = new RowBuilder(silver);

    // When
    new RowMapper(BRONZE, silver, rules).map(bronze("é 2.5 µm", -1L, 3), 99, out);

    // Then
    assertThat(out.build().toString())
        .isEqualTo("{day=-1, number=2.5, unit=µm, n=3, ingest_ts=99}");
  }

  @Test
  void nullsStayNullWhateverTheBuilderHeld() {
    // Given
    Schema silver = Schema.of(new Column("day", Type.DATE), new Column("number", Type.DOUBLE));
    List<ColumnRule> rules =
        List.of(Rules.dateOf("day", "at"), Rules.extract("number", Type.DOUBLE, "text", "\\d+", 0));
    RowMapper mapper = new RowMapper(BRONZE, silver, rules);
    RowBuilder out = new RowBuilder(silver);
    mapper.map(bronze("12", 0L, 0), 0, out);

    // When
    mapper.map(bronze(null, null, 0), 0, out);

    // Then
    assertThat(out.build().toString()).isEqualTo("{day=null, number=null}");
  }

  /** The bearing of TfL, with Spark's results. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "21|21.0",
        "-21.5|-21.5",
        "``|",
        "21°|21.0",
        "` 21`|",
        "007|7.0",
        ".5|",
        "-|",
        "359.999|359.999",
        "12345678901234567890|1.2345678901234567E19",
        "5 5|5.0",
        "٣|",
        "true|",
        "1.|1.0",
        "1e3|1.0",
      })
  void extractsLeadingNumbersAsSparkDoes(String text, Double expected) {
    // When
    Object value = extract(Type.DOUBLE, text, "^(-?\\d+(\\.\\d+)?)", 1);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"x,''", "ab,b", "a,''"})
  void noMatchAndAGroupThatTookNoPartAreEmptyStrings(String text, String expected) {
    // When
    Object value = extract(Type.STRING, text, "a(b)?", 1);

    // Then
    assertThat(value).isEqualTo(expected);
  }

  @Test
  void anExpressionThatOverflowsTheStackFindsNothing() {
    // Given
    String text = "ab".repeat(200_000);

    // When
    Object value = extract(Type.STRING, text, "(a|b)*$", 0);

    // Then
    assertThat(value).isEqualTo("");
  }

  @Property
  void anyTextCanBeMapped(@ForAll String text, @ForAll("types") Type type) {
    // Given
    RowBuilder expected = new RowBuilder(Schema.of(new Column("c", Type.STRING)));
    expected.setString(0, text);

    // When
    Object value = extract(type, text, "(?s).*", 0);

    // Then
    if (type == Type.STRING) {
      assertThat(value).isEqualTo(expected.getString(0));
    }
  }

  @Provide
  Arbitrary<Type> types() {
    return Arbitraries.of(Type.PLAIN).filter(type -> type != Type.BINARY);
  }

  /** The seeds' own rules, with Spark's results; {@code ~} is null. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      nullValues = "~",
      value = {
        "Two|2|~|Two|two",
        " 3 |3|3.0|3| 3 ",
        "$12.50|~|12.5|$12.50|$12.50",
        "1$2|~|12.0|1$2|1$2",
        "  SAVE10 |~|~|SAVE10|  save10 ",
        "Ärger É|~|~|Ärger É|ärger é",
        "web|~|~|Website|web",
        "WEB|~|~|WEB|web",
        "``|~|~|``|``",
        "gone|~|~|~|gone",
        "~|~|~|none|~"
      })
  void stepsFollowEachOther(
      String text, Integer quantity, Double price, String channel, String lower) {
    // Given
    Schema silver =
        Schema.of(
            new Column("quantity", Type.INT),
            new Column("price", Type.DOUBLE),
            new Column("channel", Type.STRING),
            new Column("lower", Type.STRING));
    RowMapper mapper =
        new RowMapper(
            BRONZE,
            silver,
            List.of(
                Rules.copy(
                    "quantity",
                    Type.INT,
                    "text",
                    new Step.MapValues(Map.of("Two", "2")),
                    new Step.Cast(Type.INT)),
                Rules.copy(
                    "price",
                    Type.DOUBLE,
                    "text",
                    new Step.Replace("[$]", ""),
                    new Step.Cast(Type.DOUBLE)),
                new ColumnRule(
                    "trimmed",
                    Type.STRING,
                    new Origin.OfColumn("text"),
                    List.of(new Step.Trim()),
                    Use.DROPPED),
                Rules.copy(
                    "channel", Type.STRING, "trimmed", mapValues(), new Step.Default("none")),
                Rules.copy("lower", Type.STRING, "text", new Step.Lower())));
    RowBuilder out = new RowBuilder(silver);

    // When
    mapper.map(bronze(text, null, 0), 0, out);

    // Then
    Row row = out.build();
    assertThat(row.get(0)).isEqualTo(quantity);
    assertThat(row.get(1)).isEqualTo(price);
    assertThat(row.get(2)).isEqualTo("gone".equals(text) ? "none" : channel);
    assertThat(row.get(3)).isEqualTo(lower);
  }

  /** Spark's results. */
  @ParameterizedTest
  @CsvSource({
    "ΟΔΟΣ,οδος",
    "Σ,σ",
    "ΑΣΑ,ασα",
    "Α.Σ,α.ς",
    "ΑΣ'Α,ασ'α",
    "ΑΣ. ΣΑ,ας. σα",
    "ΑΣ\u0301,ας\u0301",
    "1Σ,1σ",
    "𐐀Σ𐐀 𐐀Σ,𐐨σ𐐨 𐐨ς",
    "İΣ,i\u0307ς"
  })
  void aSigmaAtTheEndOfAWordIsTheFinalOne(String text, String expected) {
    // Given
    Schema silver = Schema.of(new Column("c", Type.STRING));
    RowMapper mapper =
        new RowMapper(
            BRONZE, silver, List.of(Rules.copy("c", Type.STRING, "text", new Step.Lower())));
    RowBuilder out = new RowBuilder(silver);

    // When
    mapper.map(bronze(text, null, 0), 0, out);

    // Then
    assertThat(out.build().get(0)).isEqualTo(expected);
  }

  private static Step mapValues() {
    Map<String, String> values = new HashMap<>();
    values.put("web", "Website");
    values.put("app", "Mobile");
    values.put("gone", null);
    return new Step.MapValues(values);
  }

  @Test
  void originsOfEveryKind() {
    // Given
    Schema silver =
        Schema.of(
            new Column("c", Type.DOUBLE),
            new Column("first", Type.STRING),
            new Column("hour", Type.INT),
            new Column("path", Type.STRING),
            new Column("upper", Type.STRING));
    RowMapper mapper =
        new RowMapper(
            BRONZE,
            silver,
            List.of(
                new ColumnRule("c", Type.DOUBLE, new Origin.Constant("1.5", Type.DOUBLE)),
                new ColumnRule(
                    "none",
                    Type.STRING,
                    new Origin.OfColumn("text"),
                    List.of(new Step.JsonText("$.none")),
                    Use.DROPPED),
                new ColumnRule("first", Type.STRING, new Origin.Coalesce(List.of("none", "text"))),
                Rules.copy("hour", Type.INT, "at", new Step.Hour()),
                Rules.copy("path", Type.STRING, "text", new Step.JsonText("$.a[1]")),
                Rules.copy("upper", Type.STRING, "path", new Step.Upper())));
    RowBuilder out = new RowBuilder(silver);

    // When
    mapper.map(bronze("{'a': [1, 'ßx']}", 3_600_000_000L * 25, 0), 0, out);

    // Then
    assertThat(out.build().toString())
        .isEqualTo("{c=1.5, first={'a': [1, 'ßx']}, hour=1, path=ßx, upper=SSX}");
  }

  @ParameterizedTest
  @CsvSource({
    "SECONDS, 1700000000, 2023-11-14T22:13:20",
    "SECONDS, -1, 1969-12-31T23:59:59",
    "SECONDS, 9223372036854, +294247-01-10T04:00:54",
    "SECONDS, 9223372036855,",
    "MILLISECONDS, 1700000000123, 2023-11-14T22:13:20.123",
    "MILLISECONDS, -9223372036854775, -290308-12-21T19:59:05.225",
    "MILLISECONDS, -9223372036854776,",
    "MICROSECONDS, 1700000000123456, 2023-11-14T22:13:20.123456",
    "NANOSECONDS, 1700000000123456789, 2023-11-14T22:13:20.123456",
    "NANOSECONDS, -1, 1969-12-31T23:59:59.999999"
  })
  void aTimeOfANumberSinceTheEpoch(Step.FromEpoch.Unit unit, long number, LocalDateTime expected) {
    // Given
    Schema bronze = Schema.of(new Column("number", Type.LONG));
    Schema silver = Schema.of(new Column("at", Type.TIMESTAMP));
    ColumnRule rule = Rules.copy("at", Type.TIMESTAMP, "number", new Step.FromEpoch(unit));
    RowMapper mapper = new RowMapper(bronze, silver, List.of(rule));
    RowBuilder out = new RowBuilder(silver);

    // When
    mapper.map(new RowBuilder(bronze).setLong(0, number).build(), 0, out);

    // Then
    Long micros =
        expected == null
            ? null
            : ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), expected);
    assertThat(out.isNull(0) ? null : out.getLong(0)).isEqualTo(micros);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$1", "a\\", "$", "${x}"})
  void aReplacementThatDoesNotFitIsRefused(String with) {
    // Given
    Schema silver = Schema.of(new Column("n", Type.STRING));
    ColumnRule rule = Rules.copy("n", Type.STRING, "text", new Step.Replace("x", with));

    // When
    // Then
    assertRefused(silver, rule, "doesn't fit");
  }

  @Test
  void rulesMustFitTheSchemas() {
    // Given
    Schema silver = Schema.of(new Column("n", Type.INT));

    // When
    // Then
    assertRefused(silver, Rules.copy("n", Type.INT, "text"), "isn't int");
    assertRefused(silver, Rules.copy("other", Type.INT, "count"), "doesn't make");
    assertRefused(silver, Rules.copy("n", Type.INT, "missing"), "no column missing");
    assertRefused(silver, Rules.extract("n", Type.INT, "text", "(", 0), "Unclosed group");
    assertRefused(silver, Rules.extract("n", Type.INT, "text", "(.)", 2), "no group 2, only 1");
  }

  private static void assertRefused(Schema silver, ColumnRule rule, String message) {
    assertThatThrownBy(() -> new RowMapper(BRONZE, silver, List.of(rule)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static Object extract(Type type, String text, String regex, int group) {
    Schema silver = Schema.of(new Column("c", type));
    RowBuilder out = new RowBuilder(silver);
    ColumnRule rule = Rules.extract("c", type, "text", regex, group);
    new RowMapper(BRONZE, silver, List.of(rule)).map(bronze(text, 0L, 0), 0, out);
    return out.build().get(0);
  }

  private static Row bronze(String text, Long at, int count) {
    RowBuilder row = new RowBuilder(BRONZE);
    if (text != null) {
      row.setString(0, text);
    }
    if (at != null) {
      row.setLong(1, at);
    }
    return row.setInt(2, count).build();
  }
}
