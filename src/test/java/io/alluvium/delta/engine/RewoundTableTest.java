package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.TableLog;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Others take rows away and leave the positions, while we run and while we don't. */
class RewoundTableTest {
  private static final String RESTORE =
      commitInfo("RESTORE", "{\"version\":1,\"timestamp\":null}", "Spark");
  private static final String DELETE =
      commitInfo("DELETE", "{\"predicate\":\"[\\\"true\\\"]\"}", "Spark");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void stopsWhileRunningAndStaysStopped(Engine engine) throws IOException {
    // Given
    TableLog table = filled(engine);
    foreign(3, RESTORE);

    // When
    Throwable refused =
        catchThrowable(
            () -> table.commit(Changes.append(Changes.file(), Changes.txn("n/b/t-0", 20, 30))));

    // Then
    assertThat(refused)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("version 3 of table test.table")
        .hasMessageContaining("RESTORE")
        .hasMessageContaining("reset --to")
        .hasMessageContaining("RESTORE to version 2");
    assertThatThrownBy(table::snapshot).isInstanceOf(UserException.class);
    assertThat(Files.exists(log(4))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void stopsAtTheStartThoughOthersWroteSince(Engine engine) throws IOException {
    // Given
    filled(engine);
    foreign(3, DELETE);
    foreign(4, RESTORE);
    foreign(5, DELETE);
    foreign(6, commitInfo("OPTIMIZE", "{}", "Spark"));

    // When
    Throwable refused = catchThrowable(() -> engine.open(Changes.spec(directory)));

    // Then
    assertThat(refused)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("version 4 of table test.table");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void goesOnOverWhatKeepsTheRestOfTheRows(Engine engine) throws IOException {
    // Given
    TableLog table = filled(engine);
    foreign(3, DELETE);
    foreign(4, commitInfo("SET TBLPROPERTIES", "{\"properties\":\"{}\"}", "Spark"));

    // When
    CommitOutcome outcome =
        table.commit(Changes.append(Changes.file(), Changes.txn("n/b/t-0", 20, 30)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(5));
    assertThat(engine.open(Changes.spec(directory)).snapshot().version()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void onceAcceptedByACommitOfOursItIsPast(Engine engine) throws IOException {
    // Given
    filled(engine);
    foreign(3, RESTORE);
    TableLog accepting =
        engine.open(Changes.spec(directory), Engine.access(LocalLogStore.class).acceptingRewinds());

    // When
    CommitOutcome outcome = accepting.commit(Changes.positions(Changes.txn("n/b/t-0", 20, 20)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(4));
    assertThat(engine.open(Changes.spec(directory)).snapshot().version()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void settingPropertiesAcceptsNothing(Engine engine) throws IOException {
    // Given
    filled(engine);
    foreign(3, RESTORE);
    foreign(4, commitInfo("SET TBLPROPERTIES", "{\"properties\":\"{}\"}", "Alluvium/0.1.0"));

    // When
    Throwable refused = catchThrowable(() -> engine.open(Changes.spec(directory)));

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("version 3");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatACommitOfOursDidNotKnowIsLookedAt(Engine engine) throws IOException {
    // Given
    filled(engine);
    foreign(3, RESTORE);
    foreign(
        4,
        commitInfo("STREAMING UPDATE", "{}", "Alluvium/0.1.0 Delta-Standalone/3.3.2")
            .replace("{\"commitInfo\":{", "{\"commitInfo\":{\"readVersion\":2,"));

    // When
    Throwable refused = catchThrowable(() -> engine.open(Changes.spec(directory)));

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("version 3");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aTableWithoutPositionsMayHaveAnyPast(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    table.commit(Changes.append(Changes.file(), Changes.txn("3b1e4c0c-spark-query", -1, 5)));
    foreign(2, commitInfo("WRITE", "{\"mode\":\"Overwrite\",\"partitionBy\":\"[]\"}", "Spark"));

    // When
    TableLog opened = engine.open(Changes.spec(directory));

    // Then
    assertThat(opened.snapshot().version()).isEqualTo(2);
    assertThat(table.snapshot().version()).isEqualTo(2);
  }

  /** Versions 1 and 2 are ours. */
  private TableLog filled(Engine engine) throws IOException {
    TableLog table = engine.open(Changes.spec(directory));
    DataFile first = Changes.file();
    table.commit(Changes.append(first, Changes.txn("n/b/t-0", -1, 10)));
    table.commit(Changes.append(Changes.file(), Changes.txn("n/b/t-0", 10, 20)));
    return table;
  }

  private static String commitInfo(String operation, String parameters, String engine) {
    return "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"%s\",\"operationParameters\":%s,\"engineInfo\":\"%s\"}}"
        .formatted(operation, parameters, engine);
  }

  private void foreign(long version, String... lines) throws IOException {
    Files.write(log(version), List.of(lines));
  }

  private Path log(long version) {
    return directory.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }
}
