package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every engine's {@link TableLog} does. */
class TableLogTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anEmptyTableHasVersionZeroAndItsSchema(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));

    // When
    TableSnapshot snapshot = table.snapshot();

    // Then
    assertThat(snapshot.version()).isZero();
    assertThat(snapshot.schema()).isEqualTo(Changes.SCHEMA);
    assertThat(snapshot.partitionColumns()).containsExactly("line");
    assertThat(snapshot.files()).isEmpty();
    assertThat(snapshot.txn("a")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void filesAndPositionsComeBackAsTheyWere(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    DataFile tagged = Changes.file("line=x%2520y/1.parquet", "x y", "3/8");
    DataFile unpartitioned = Changes.file("line=__HIVE_DEFAULT_PARTITION__/2.parquet", null, null);

    // When
    CommitOutcome outcome =
        table.commit(
            Changes.change(
                List.of(tagged, unpartitioned),
                List.of(),
                TableChange.APPEND,
                Changes.txn("a", TxnAdvance.NONE, 10),
                Changes.txn("b", TxnAdvance.NONE, 20)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(1));
    for (TableLog reader : List.of(table, engine.open(Changes.spec(directory)))) {
      TableSnapshot snapshot = reader.snapshot();
      assertThat(snapshot.version()).isEqualTo(1);
      assertThat(snapshot.files()).containsExactlyInAnyOrder(tagged, unpartitioned);
      assertThat(snapshot.txn("a")).isEqualTo(OptionalLong.of(10));
      assertThat(snapshot.txn("b")).isEqualTo(OptionalLong.of(20));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void positionsMayMoveWithoutFiles(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));

    // When
    CommitOutcome outcome = table.commit(Changes.positions(Changes.txn("a", TxnAdvance.NONE, 10)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(1));
    assertThat(engine.open(Changes.spec(directory)).snapshot().txn("a")).hasValue(10);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theSameChangeAgainIsCommittedOnce(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    TableChange first = Changes.positions(Changes.txn("a", TxnAdvance.NONE, 10));
    table.commit(first);
    table.commit(Changes.append(Changes.file(), Changes.txn("b", TxnAdvance.NONE, 5)));

    // When
    CommitOutcome again = table.commit(first);

    // Then
    assertThat(again).isEqualTo(new CommitOutcome.Committed(1));
    assertThat(table.snapshot().version()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aChangeIsKnownByItsFilesToAnInstanceThatDidNotSeeItCommitted(Engine engine)
      throws IOException {
    // Given
    TableChange change = Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10));
    engine.open(Changes.spec(directory)).commit(change);
    TableLog other = engine.open(Changes.spec(directory));

    // When
    CommitOutcome again = other.commit(change);

    // Then
    assertThat(again).isEqualTo(new CommitOutcome.Committed(1));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aZombieIsFenced(Engine engine) throws IOException {
    // Given
    TableLog zombie = engine.open(Changes.spec(directory));
    TableLog heir = engine.open(Changes.spec(directory));
    heir.commit(Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10)));
    TxnAdvance stale = Changes.txn("a", TxnAdvance.NONE, 7);

    // When
    CommitOutcome outcome =
        zombie.commit(Changes.append(Changes.file(), stale, Changes.txn("b", TxnAdvance.NONE, 1)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Fenced(List.of(stale)));
    assertThat(zombie.snapshot().txns()).containsOnlyKeys("a");
    assertThat(zombie.snapshot().files()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void otherPositionsAreNoObstacle(Engine engine) throws IOException {
    // Given
    TableLog one = engine.open(Changes.spec(directory));
    TableLog other = engine.open(Changes.spec(directory));
    other.commit(Changes.append(Changes.file(), Changes.txn("b", TxnAdvance.NONE, 10)));

    // When
    CommitOutcome outcome =
        one.commit(Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(2));
    assertThat(other.snapshot().files()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aFileThatSomebodyElseRemovedIsAConflict(Engine engine) throws IOException {
    // Given
    TableLog one = engine.open(Changes.spec(directory));
    DataFile old = Changes.file();
    one.commit(Changes.append(old));
    engine
        .open(Changes.spec(directory))
        .commit(Changes.change(List.of(), List.of(old), TableChange.APPEND));

    // When
    CommitOutcome outcome =
        one.commit(Changes.change(List.of(Changes.file()), List.of(old), TableChange.APPEND));

    // Then
    assertThat(outcome)
        .isEqualTo(
            new CommitOutcome.Conflict(
                "file " + old.path() + " is gone", Set.of(FileTags.owner(old))));
    assertThat(one.snapshot().files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aReaderFromTheCheckpointSeesTheSame(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory));
    for (int i = 0; i < 23; i++) {
      DataFile file = Changes.file("line=x/" + i, i % 2 == 0 ? null : "x", i + "/50");
      table.commit(Changes.append(file, Changes.txn("a", i == 0 ? TxnAdvance.NONE : i, i + 1)));
      if (i % 3 == 0) {
        table.commit(Changes.change(List.of(), List.of(file), TableChange.APPEND));
      }
    }
    TableSnapshot kept = table.snapshot();

    // When
    TableSnapshot fresh = engine.open(Changes.spec(directory)).snapshot();

    // Then
    assertThat(directory.resolve("_delta_log/00000000000000000030.checkpoint.parquet")).exists();
    assertThat(directory.resolve("_delta_log/_last_checkpoint")).exists();
    assertThat(fresh.version()).isEqualTo(kept.version()).isEqualTo(31);
    assertThat(fresh.txns()).isEqualTo(kept.txns());
    assertThat(fresh.files()).hasSize(15).containsExactlyInAnyOrderElementsOf(kept.files());
  }
}
