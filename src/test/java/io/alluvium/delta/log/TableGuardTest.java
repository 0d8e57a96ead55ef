package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.TableSpec;
import io.alluvium.error.UserException;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableGuardTest {
  private static final TableSpec WANTED =
      new TableSpec(
          "silver",
          "/tables/silver",
          Schema.of(
              new Column("id", Type.STRING),
              new Column("n", Type.INT),
              new Column("at", Type.TIMESTAMP),
              new Column("day", Type.DATE)),
          List.of("day"),
          Map.of());

  @Test
  void allDifferencesComeInOneMessage() {
    // Given
    LogState table =
        table(
            new Action.Protocol(1, 2, Set.of(), Set.of()),
            """
            {"type":"struct","fields":[
              {"name":"id","type":"string","nullable":false,"metadata":{}},
              {"name":"n","type":"decimal(10,2)","nullable":true,"metadata":{}},
              {"name":"At","type":"timestamp","nullable":true,"metadata":{}},
              {"name":"day","type":{"type":"array","elementType":"date","containsNull":true},
               "nullable":true,"metadata":{"delta.invariants":"x"}}]}
            """,
            List.of("n"));

    // When
    Throwable refusal = catchRefusal(table, EngineRules.OWN_WRITER);

    // Then
    assertThat(refusal)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("silver")
        .hasMessageContaining("/tables/silver")
        .hasMessageContaining("column id is NOT NULL in the table")
        .hasMessageContaining(
            "column n is decimal(10,2) in the table, integer in the configuration")
        .hasMessageContaining("column at is At in the table, and names can't differ in case only")
        .hasMessageContaining("column day is {\"type\":\"array\"")
        .hasMessageContaining("column day has an invariant")
        .hasMessageContaining("the table has column At (timestamp), the configuration hasn't")
        .hasMessageContaining("partitioned by [n], the configuration by [day]");
  }

  @Test
  void theOrderOfColumnsIsOfNoAccount() {
    // Given
    LogState table =
        table(
            new Action.Protocol(1, 2, Set.of(), Set.of()),
            SchemaJson.write(
                Schema.of(
                    new Column("day", Type.DATE),
                    new Column("at", Type.TIMESTAMP),
                    new Column("n", Type.INT),
                    new Column("id", Type.STRING))),
            List.of("day"));

    // When
    Throwable refusal = catchRefusal(table, EngineRules.OWN_WRITER);

    // Then
    assertThat(refusal).isNull();
  }

  @Test
  void anAppendedTableMayHaveMoreColumnsThatMayBeNull() {
    // Given
    String schema =
        SchemaJson.write(WANTED.schema())
            .replace(
                "]}",
                ",{\"name\":\"note\",\"type\":\"decimal(9,2)\",\"nullable\":true,"
                    + "\"metadata\":{}}]}");
    LogState table = table(new Action.Protocol(1, 2, Set.of(), Set.of()), schema, List.of("day"));

    // When
    Throwable appended = catchRefusal(table, EngineRules.STANDALONE);

    // Then
    assertThat(appended).isNull();
    assertThat(catchRefusal(table, EngineRules.OWN_WRITER)).hasMessageContaining("column note");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, '', ''",
    "1, 2, '', ''",
    "1, 7, appendOnly;invariants, ''",
    "1, 3, '', checkConstraints",
    "1, 4, '', checkConstraints;generatedColumns",
    "3, 7, deletionVectors;changeDataFeed;appendOnly, ''",
    "2, 6, '', checkConstraints;generatedColumns;identityColumns",
    "3, 7, deletionVectors;appendOnly;checkpointProtection;vacuumProtocolCheck, ''",
    "3, 7, rowTracking;v2Checkpoint, rowTracking;v2Checkpoint",
    "3, 7, somethingNew, somethingNew",
    "4, 9, '', reader version 4;writer version 9"
  })
  void unknownFeaturesAreNamed(int reader, int writer, String features, String unknown) {
    // Given
    Set<String> named = features.isEmpty() ? Set.of() : Set.of(features.split(";"));
    Action.Protocol protocol = new Action.Protocol(reader, writer, Set.of(), named);

    // When
    List<String> refused = ProtocolRules.unknown(protocol, Map.of(), EngineRules.OWN_WRITER);

    // Then
    assertThat(refused)
        .containsExactlyInAnyOrder(unknown.isEmpty() ? new String[0] : unknown.split(";"));
  }

  @Test
  void aColumnThatIsGoneIsRefusedAndOneThatIsToBeAddedIsNot() {
    // Given
    String all = SchemaJson.write(WANTED.schema());
    String gone =
        all.replace("{\"name\":\"n\",\"type\":\"integer\",\"nullable\":true,\"metadata\":{}},", "");
    TableGuard guard = new TableGuard(WANTED, EngineRules.OWN_WRITER);
    LogState whole = table(all);
    LogState lacking = table(gone);

    // When
    Throwable refusal =
        org.assertj.core.api.Assertions.catchThrowable(() -> guard.check(whole, lacking));

    // Then
    assertThat(refusal)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was changed while it was in use")
        .hasMessageContaining("column n is gone");
    assertThatCode(() -> guard.check(lacking, redescribed(lacking))).doesNotThrowAnyException();
    assertThatCode(() -> guard.check(lacking, whole)).doesNotThrowAnyException();
  }

  private static LogState redescribed(LogState state) {
    return state.after(
        new Commit(
            1,
            List.of(
                new Action.Metadata(
                    "id", state.metadata().schemaString(), List.of("day"), Map.of("a", "b"), 0))));
  }

  private static LogState table(String schemaString) {
    return table(new Action.Protocol(1, 2, Set.of(), Set.of()), schemaString, List.of("day"));
  }

  @Test
  void aColumnThatSomebodyAddsSaysWhatToDo() {
    // Given
    String all = SchemaJson.write(WANTED.schema());
    String more = SchemaJson.with(all, List.of(new Column("note", Type.STRING)));
    TableGuard guard = new TableGuard(WANTED, EngineRules.OWN_WRITER);

    // When
    Throwable refusal =
        org.assertj.core.api.Assertions.catchThrowable(() -> guard.check(table(all), table(more)));

    // Then
    assertThat(refusal)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("since version 0 the table has column note (string)")
        .hasMessageContaining("start again with a configuration that fits the table")
        .hasMessageContaining("nothing is lost");
    assertThatCode(
            () -> new TableGuard(WANTED, EngineRules.STANDALONE).check(table(all), table(more)))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherTableInTheSamePlaceIsRefused() {
    // Given
    LogState before =
        table(
            new Action.Protocol(1, 2, Set.of(), Set.of()),
            SchemaJson.write(WANTED.schema()),
            List.of("day"));
    LogState after =
        before.after(
            new Commit(
                1,
                List.of(
                    new Action.Metadata(
                        "other", before.metadata().schemaString(), List.of("day"), Map.of(), 0))));
    TableGuard guard = new TableGuard(WANTED, EngineRules.OWN_WRITER);

    // When
    Runnable check = () -> guard.check(before, after);

    // Then
    assertThatThrownBy(check::run).isInstanceOf(UserException.class).hasMessageContaining("silver");
    assertThatCode(() -> guard.check(before, before)).doesNotThrowAnyException();
  }

  private static Throwable catchRefusal(LogState table, EngineRules rules) {
    return org.assertj.core.api.Assertions.catchThrowable(
        () -> new TableGuard(WANTED, rules).open(table));
  }

  private static LogState table(
      Action.Protocol protocol, String schemaString, List<String> partitionColumns) {
    return LogState.loaded(
        0,
        protocol,
        new Action.Metadata("id", schemaString, partitionColumns, Map.of(), 0),
        Map.of(),
        List.of());
  }
}
