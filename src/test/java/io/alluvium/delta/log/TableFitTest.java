package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.TableSpec;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFitTest {
  private static final Action.Metadata TABLE =
      new Action.Metadata(
          "id",
          SchemaJson.write(schema("id string", "n int", "price decimal(10,2)", "day date")),
          List.of("day"),
          Map.of(TableSpec.KEY, "id"),
          0);

  @Test
  void newColumnsAreMissingInTheirOrderWhereverTheyStand() {
    // Given
    TableSpec wanted =
        wanted("b string", "id string", "n int", "a int", "price decimal(10,2)", "day date");

    // When
    TableFit fit = TableFit.of(wanted, TABLE, ExtraColumns.NONE);

    // Then
    assertThat(fit.missing())
        .containsExactly(new Column("b", Type.STRING), new Column("a", Type.INT));
    assertThat(fit.differences()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id string;n bigint;price decimal(10,2);day date"
            + "|column n is integer in the table, long in the configuration",
        "id string;n string;price decimal(10,2);day date"
            + "|column n is integer in the table, string in the configuration",
        "id int;n int;price decimal(10,2);day date"
            + "|column id is string in the table, integer in the configuration",
        "id string;n int;price decimal(12,2);day date"
            + "|column price is decimal(10,2) in the table, decimal(12,2) in the configuration",
        "id string;price decimal(10,2);day date"
            + "|the table has column n (integer), the configuration hasn't",
        "id string;n int;N string;price decimal(10,2);day date"
            + "|column N is n in the table, and names can't differ in case only",
      })
  void whatCannotBeAddedIsADifference(String columns, String difference) {
    // Given
    TableSpec wanted = wanted(columns.split(";"));

    // When
    TableFit fit = TableFit.of(wanted, TABLE, ExtraColumns.NONE);

    // Then
    assertThat(fit.missing()).isEmpty();
    assertThat(fit.differences()).containsExactly(difference);
  }

  @Test
  void aPartitionColumnCannotBeAdded() {
    // Given
    TableSpec wanted =
        new TableSpec(
            "t",
            "/t",
            schema("id string", "n int", "price decimal(10,2)", "day date", "hour int"),
            List.of("day", "hour"),
            Map.of());

    // When
    TableFit fit = TableFit.of(wanted, TABLE, ExtraColumns.NONE);

    // Then
    assertThat(fit.missing()).isEmpty();
    assertThat(fit.differences())
        .containsExactly(
            "column hour (integer) is missing, and a table can't be partitioned by a column that is"
                + " added",
            "the table is partitioned by [day], the configuration by [day, hour]");
  }

  @Test
  void aPartitionColumnThatIsThereCannotBecomeOne() {
    // Given
    TableSpec wanted = new TableSpec("t", "/t", wanted().schema(), List.of("day", "n"), Map.of());

    // When
    TableFit fit = TableFit.of(wanted, TABLE, ExtraColumns.NONE);

    // Then
    assertThat(fit.differences())
        .containsExactly("the table is partitioned by [day], the configuration by [day, n]");
  }

  @Test
  void aTableKeepsItsKey() {
    // Given
    TableSpec other = wanted().keyedBy(List.of("n", "id"));

    // When
    TableFit fit = TableFit.of(other, TABLE, ExtraColumns.NONE);

    // Then
    assertThat(fit.differences())
        .containsExactly("the table has a row for each (id), the configuration for each (id,n)");
    assertThat(TableFit.of(wanted().keyedBy(List.of("id")), TABLE, ExtraColumns.NONE).differences())
        .isEmpty();
    assertThat(TableFit.of(wanted(), TABLE, ExtraColumns.NONE).differences()).isEmpty();
  }

  @Test
  void anAppendedTableMayHaveMore() {
    // Given
    TableSpec wanted = wanted("id string", "day date");

    // When
    TableFit fit = TableFit.of(wanted, TABLE, ExtraColumns.NULLABLE);

    // Then
    assertThat(fit.differences()).isEmpty();
    assertThat(fit.ignored()).containsExactly("n", "price");
  }

  private static TableSpec wanted(String... columns) {
    Schema schema =
        columns.length == 0
            ? schema("id string", "n int", "price decimal(10,2)", "day date")
            : schema(columns);
    return new TableSpec("t", "/t", schema, List.of("day"), Map.of());
  }

  private static Schema schema(String... columns) {
    Stream<Column> parsed =
        Arrays.stream(columns)
            .map(column -> column.split(" "))
            .map(parts -> new Column(parts[0], Type.ofSqlName(parts[1]).orElseThrow()));
    return new Schema(parsed.toList());
  }
}
