package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.engine.FaultyLogStore.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the store answers, a change is in the table once and its outcome is told truly. */
class LostAnswerTest {
  @TempDir Path directory;

  @BeforeEach
  void works() {
    FaultyLogStore.reset();
  }

  static Stream<Arguments> faults() {
    List<Arguments> cases = new ArrayList<>();
    for (Engine engine : Engine.values()) {
      for (Fault first : Fault.values()) {
        for (Fault second : Fault.values()) {
          cases.add(Arguments.of(engine, first, second));
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("faults")
  void aChangeIsCommittedOnceThroughFaults(Engine engine, Fault first, Fault second)
      throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory), Engine.access(FaultyLogStore.class));
    TableChange change = Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 7));
    FaultyLogStore.FAULTS.addAll(List.of(first, second));

    // When
    CommitOutcome outcome = commitUntilKnown(table, change);

    // Then
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(versionsWith(change.txnId()))
        .containsExactly(((CommitOutcome.Committed) outcome).version());
    assertThat(table.snapshot().files()).containsExactlyElementsOf(change.adds());
    assertThat(table.snapshot().txns()).containsOnlyKeys("a").containsValue(7L);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void positionsAloneAreCommittedOnceThoughTheAnswerIsLost(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory), Engine.access(FaultyLogStore.class));
    TableChange change = Changes.positions(Changes.txn("a", TxnAdvance.NONE, 7));
    FaultyLogStore.FAULTS.add(Fault.AFTER);

    // When
    CommitOutcome outcome = commitUntilKnown(table, change);

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(1));
    assertThat(versionsWith(change.txnId())).containsExactly(1L);
  }

  @ParameterizedTest
  @CsvSource({"STANDALONE", "KERNEL"})
  void whoWasOvertakenAtItsPositionIsFenced(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory), Engine.access(FaultyLogStore.class));
    TxnAdvance advance = Changes.txn("a", TxnAdvance.NONE, 7);
    FaultyLogStore.FAULTS.add(Fault.OVERTAKEN);
    FaultyLogStore.overtaking = "{\"txn\":{\"appId\":\"a\",\"version\":7}}";

    // When
    CommitOutcome outcome = commitUntilKnown(table, Changes.append(Changes.file(), advance));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Fenced(List.of(advance)));
    assertThat(table.snapshot().files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCheckpointThatFailsIsNoFailedCommit(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(Changes.spec(directory), Engine.access(FaultyLogStore.class));
    FaultyLogStore.failReplacements = true;

    // When
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      long expected = i == 0 ? TxnAdvance.NONE : i;
      outcomes.add(table.commit(Changes.append(Changes.file(), Changes.txn("a", expected, i + 1))));
    }

    // Then
    assertThat(outcomes).hasSize(12).doesNotHaveDuplicates();
    assertThat(outcomes).allMatch(outcome -> outcome instanceof CommitOutcome.Committed);
    assertThat(table.snapshot().version()).isEqualTo(12);
    assertThat(table.snapshot().files()).hasSize(12);
  }

  @ParameterizedTest
  @CsvSource({"STANDALONE, 1", "STANDALONE, 2", "KERNEL, 1", "KERNEL, 2", "KERNEL, 3", "KERNEL, 4"})
  void aLongHistoryOfFaultsEndsWhereNoneWouldHave(Engine engine, long seed) throws IOException {
    // Given
    Random random = new Random(seed);
    List<Fault> faults = List.of(Fault.values());
    TableLog table = engine.open(Changes.spec(directory), Engine.access(FaultyLogStore.class));
    List<DataFile> expected = new ArrayList<>();
    long position = TxnAdvance.NONE;

    // When
    for (int i = 0; i < 40; i++) {
      DataFile file = Changes.file();
      List<DataFile> removed =
          !expected.isEmpty() && random.nextInt(3) == 0
              ? List.of(expected.remove(random.nextInt(expected.size())))
              : List.of();
      expected.add(file);
      random
          .ints(random.nextInt(4), 0, faults.size())
          .forEach(fault -> FaultyLogStore.FAULTS.add(faults.get(fault)));
      TableChange change =
          Changes.change(List.of(file), removed, TableChange.APPEND, Changes.txn("a", position, i));
      assertThat(commitUntilKnown(table, change)).isInstanceOf(CommitOutcome.Committed.class);
      assertThat(versionsWith(change.txnId())).hasSize(1);
      position = i;
    }

    // Then
    assertThat(table.snapshot().files()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(engine.open(Changes.spec(directory)).snapshot().files())
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** As the port says: an exception means to try the same change again. */
  private static CommitOutcome commitUntilKnown(TableLog table, TableChange change)
      throws IOException {
    IOException last = new IOException("not tried");
    for (int attempt = 0; attempt < 10; attempt++) {
      try {
        return table.commit(change);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private List<Long> versionsWith(String txnId) throws IOException {
    List<Long> versions = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.resolve("_delta_log"))) {
      for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
        String name = file.getFileName().toString();
        if (name.matches("\\d{20}\\.json") && Files.readString(file).contains(txnId)) {
          versions.add(Long.parseLong(name.substring(0, 20)));
        }
      }
    }
    return versions;
  }
}
