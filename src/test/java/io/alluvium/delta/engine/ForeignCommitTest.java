package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What others may do to a table that is in use, as the files that they would write. */
class ForeignCommitTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anUnknownFeatureStopsCommitsByItsName(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    foreign(
        1,
        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,"
            + "\"writerFeatures\":[\"appendOnly\",\"rowTracking\"]}}");

    // When
    Throwable refused = catchThrowable(() -> table.commit(Changes.append(Changes.file())));

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("rowTracking");
    assertThat(Files.exists(log(2))).isFalse();
    assertThatThrownBy(table::snapshot).isInstanceOf(UserException.class);
    assertThatThrownBy(() -> engine.open(Changes.spec(directory)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("test.table");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aProtocolFromTheFutureIsRefused(Engine engine) throws IOException {
    // Given
    engine.open(Changes.spec(directory));
    foreign(1, "{\"protocol\":{\"minReaderVersion\":9,\"minWriterVersion\":9}}");

    // When
    Throwable refused = catchThrowable(() -> engine.open(Changes.spec(directory)));

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("test.table");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void othersRowsAreAConflictForWhoReadTheTableBefore(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    foreign(
        1,
        "{\"add\":{\"path\":\"f\",\"partitionValues\":{\"line\":null},\"size\":1,"
            + "\"modificationTime\":1,\"dataChange\":true}}");

    // When
    CommitOutcome outcome = table.commit(Changes.change(List.of(Changes.file()), List.of(), 0));

    // Then
    assertThat(outcome).isInstanceOf(CommitOutcome.Conflict.class);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aChangedSchemaStopsCommits(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    foreign(1, metadata().replace("\\\"name\\\":\\\"id\\\"", "\\\"name\\\":\\\"key\\\""));

    // When
    Throwable refused = catchThrowable(() -> table.commit(Changes.append(Changes.file())));

    // Then
    assertThat(refused)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was changed while it was in use")
        .hasMessageContaining("column id is gone");
    assertThat(Files.exists(log(2))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aChangedPropertyIsAConflictOnlyForWhoPlannedWithTheOld(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    foreign(
        1, metadata().replace("\"configuration\":{}", "\"configuration\":{\"some\":\"thing\"}"));

    // When
    CommitOutcome planned = table.commit(Changes.change(List.of(Changes.file()), List.of(), 0));

    // Then
    assertThat(planned)
        .isEqualTo(new CommitOutcome.Redefined("version 1 changed the table's definition"));
    assertThat(table.snapshot().properties()).containsEntry("some", "thing");
    assertThat(table.commit(Changes.append(Changes.file())))
        .isEqualTo(new CommitOutcome.Committed(2));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anAppendOnlyTableLosesNothing(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    DataFile file = Changes.file();
    table.commit(Changes.append(file));
    foreign(
        2,
        metadata()
            .replace("\"configuration\":{}", "\"configuration\":{\"delta.appendOnly\":\"true\"}"));

    // When
    Throwable refused =
        catchThrowable(
            () -> table.commit(Changes.change(List.of(), List.of(file), TableChange.APPEND)));

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("appendOnly");
    assertThat(table.commit(Changes.append(Changes.file())))
        .isEqualTo(new CommitOutcome.Committed(3));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void garbageInTheLogIsNamed(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    foreign(1, "{\"add\":{\"path\":\"half");

    // When
    Throwable failed = catchThrowable(table::snapshot);

    // Then
    assertThat(failed)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("00000000000000000001.json");
    assertThat(Files.exists(log(2))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aLogOfWhichTheBeginningWasCleanedIsReadFromItsCheckpoint(Engine engine) throws IOException {
    // Given
    TableLog sleeper = engine.open(Changes.spec(directory));
    TableLog busy = engine.open(Changes.spec(directory));
    for (int i = 1; i <= 12; i++) {
      busy.commit(Changes.append(Changes.file(), Changes.txn("a", i == 1 ? -1 : i - 1, i)));
    }
    for (int version = 0; version < 10; version++) {
      Files.delete(log(version));
    }

    // When
    CommitOutcome outcome =
        sleeper.commit(Changes.append(Changes.file(), Changes.txn("a", 12, 13)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(13));
    assertThat(sleeper.snapshot().files()).hasSize(13);
    assertThat(busy.snapshot().txn("a")).hasValue(13);
  }

  private void foreign(long version, String... lines) throws IOException {
    Files.write(log(version), List.of(lines));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void propertiesAreAddedAndTheRestOfTheDefinitionStays(Engine engine) throws IOException {
    // Given
    engine.open(Changes.spec(directory));
    foreign(
        1,
        metadata()
            .replace("{\"metaData\":{", "{\"metaData\":{\"name\":\"n\",\"description\":\"d\",")
            .replace("\"configuration\":{}", "\"configuration\":{\"theirs\":\"kept\"}"));
    TableSpec plain = Changes.spec(directory);
    TableSpec wanted =
        new TableSpec(
            plain.name(),
            plain.path(),
            plain.schema(),
            plain.partitionColumns(),
            Map.of("ours", "new"));

    // When
    TableLog table = engine.open(wanted);

    // Then
    assertThat(table.snapshot().properties())
        .containsEntry("theirs", "kept")
        .containsEntry("ours", "new");
    assertThat(Files.readString(log(2))).contains("\"name\":\"n\"", "\"description\":\"d\"");
  }

  /** The table's own metadata line. */
  private String metadata() throws IOException {
    return Files.readAllLines(log(0)).stream()
        .filter(line -> line.startsWith("{\"metaData\""))
        .findFirst()
        .orElseThrow();
  }

  private Path log(long version) {
    return directory.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }
}
