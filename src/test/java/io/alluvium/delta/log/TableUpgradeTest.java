package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.TableSpec;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableUpgradeTest {
  private static final long NOW = 7;
  private static final String THEIRS =
      """
      {"name":"id","type":"string","nullable":true,"metadata":{"comment":"the \\"id\\""}},\
      {"name":"tags","type":{"type":"array","elementType":"string","containsNull":true},\
      "nullable":true,"metadata":{"x":[1,2.50]}}""";
  private static final Action.Metadata TABLE =
      new Action.Metadata(
          "table-id",
          "{\"type\":\"struct\",\"fields\":[" + THEIRS + "]}",
          List.of(),
          Map.of("theirs", "kept"),
          5,
          "name",
          "what it is for");

  @Test
  void columnsComeToTheEndAndAllElseStays() {
    // Given
    LogState state = state(TABLE);
    TableSpec spec =
        spec(
            Map.of(),
            new Column("b", Type.decimal(10, 2)),
            new Column("id", Type.STRING),
            new Column("a", Type.TIMESTAMP));

    // When
    Commit commit = TableUpgrade.plan(state, spec, NOW).orElseThrow();

    // Then
    assertThat(commit.version()).isEqualTo(4);
    Action.CommitInfo info = commit.info().orElseThrow();
    assertThat(info.operation()).isEqualTo("ADD COLUMNS");
    assertThat(info.timestamp()).isEqualTo(NOW);
    assertThat(info.parameters())
        .containsExactly(
            Map.entry(
                "columns",
                "[{\"column\":{\"name\":\"b\",\"type\":\"decimal(10,2)\",\"nullable\":true,"
                    + "\"metadata\":{}}},{\"column\":{\"name\":\"a\",\"type\":\"timestamp\","
                    + "\"nullable\":true,\"metadata\":{}}}]"));
    assertThat(commit.actions().subList(1, commit.actions().size()))
        .containsExactly(
            new Action.Metadata(
                "table-id",
                "{\"type\":\"struct\",\"fields\":["
                    + THEIRS
                    + ",{\"name\":\"b\",\"type\":\"decimal(10,2)\",\"nullable\":true,"
                    + "\"metadata\":{}},{\"name\":\"a\",\"type\":\"timestamp\","
                    + "\"nullable\":true,\"metadata\":{}}]}",
                List.of(),
                Map.of("theirs", "kept", "alluvium.added-columns", "b,a"),
                5,
                "name",
                "what it is for"));
    assertThat(TableUpgrade.plan(state.after(commit), spec, NOW)).isEmpty();
  }

  @Test
  void whatWasAddedIsKnownOverManyAdditions() {
    // Given
    TableSpec first = spec(Map.of(), new Column("b", Type.INT));
    TableSpec second = spec(Map.of(), new Column("a", Type.INT), new Column("b", Type.INT));
    LogState once = state(TABLE).after(TableUpgrade.plan(state(TABLE), first, NOW).orElseThrow());

    // When
    LogState twice = once.after(TableUpgrade.plan(once, second, NOW).orElseThrow());

    // Then
    assertThat(new LogSnapshot(state(TABLE)).addedColumns()).isEmpty();
    assertThat(new LogSnapshot(once).addedColumns()).containsExactly("b");
    assertThat(new LogSnapshot(twice).addedColumns()).containsExactly("b", "a");
  }

  @Test
  void propertiesComeInACommitOfTheirOwn() {
    // Given
    TableSpec spec = spec(Map.of("ours", "1"), new Column("a", Type.INT));

    // When
    Commit first = TableUpgrade.plan(state(TABLE), spec, NOW).orElseThrow();

    // Then
    assertThat(first.info().orElseThrow().operation()).isEqualTo("SET TBLPROPERTIES");
    LogState after = state(TABLE).after(first);
    assertThat(after.metadata().configuration()).isEqualTo(Map.of("theirs", "kept", "ours", "1"));
    assertThat(after.metadata().schemaString()).isEqualTo(TABLE.schemaString());
    Optional<Commit> second = TableUpgrade.plan(after, spec, NOW);
    assertThat(second.orElseThrow().info().orElseThrow().operation()).isEqualTo("ADD COLUMNS");
  }

  private static TableSpec spec(Map<String, String> properties, Column... columns) {
    return new TableSpec("t", "/t", Schema.of(columns), List.of(), properties);
  }

  private static LogState state(Action.Metadata metadata) {
    return LogState.loaded(
        3, new Action.Protocol(1, 2, Set.of(), Set.of()), metadata, Map.of(), List.of());
  }
}
