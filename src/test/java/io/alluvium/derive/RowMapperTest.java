package io.alluvium.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.derive.ColumnRule.Copy;
import io.alluvium.derive.ColumnRule.DateOf;
import io.alluvium.derive.ColumnRule.Extract;
import io.alluvium.derive.ColumnRule.IngestTime;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            new DateOf("day", "at"),
            new Extract("number", Type.DOUBLE, "text", "([\\d.]+)\\s*(.*)", 1),
            new Extract("unit", Type.STRING, "text", "([\\d.]+)\\s*(.*)", 2),
            new Copy("n", Type.INT, "count"),
            new IngestTime("ingest_ts"));
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
        List.of(new DateOf("day", "at"), new Extract("number", Type.DOUBLE, "text", "\\d+", 0));
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
    return Arbitraries.of(Type.PLAIN);
  }

  @Test
  void rulesMustFitTheSchemas() {
    // Given
    Schema silver = Schema.of(new Column("n", Type.INT));

    // When
    // Then
    assertRefused(silver, new Copy("n", Type.INT, "text"), "is not a int");
    assertRefused(silver, new Copy("other", Type.INT, "count"), "doesn't make");
    assertRefused(silver, new Copy("n", Type.INT, "missing"), "no column missing");
    assertRefused(silver, new Extract("n", Type.INT, "text", "(", 0), "Unclosed group");
    assertRefused(silver, new Extract("n", Type.INT, "text", "(.)", 2), "has 1 groups");
  }

  private static void assertRefused(Schema silver, ColumnRule rule, String message) {
    assertThatThrownBy(() -> new RowMapper(BRONZE, silver, List.of(rule)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static Object extract(Type type, String text, String regex, int group) {
    Schema silver = Schema.of(new Column("c", type));
    RowBuilder out = new RowBuilder(silver);
    Extract rule = new Extract("c", type, "text", regex, group);
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
