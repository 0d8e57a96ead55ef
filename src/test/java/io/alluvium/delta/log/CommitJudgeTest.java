package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TxnAdvance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommitJudgeTest {
  private static final long LOADED = 10;
  private static final Action.Protocol PROTOCOL = new Action.Protocol(1, 2, Set.of(), Set.of());
  private static final Action.Metadata METADATA =
      new Action.Metadata("id", "{}", List.of(), Map.of(), 0);
  private static final DataFile OURS = file("ours", "3/8");
  private static final DataFile THEIRS = file("theirs", "4/8");
  private static final DataFile NOBODYS = file("nobodys", null);

  /** Position a=100 and one file each of ours, of another owner and of nobody, at version 10. */
  private static final LogState TABLE =
      LogState.loaded(
          LOADED, PROTOCOL, METADATA, Map.of("a", 100L), List.of(OURS, THEIRS, NOBODYS));

  static Stream<Arguments> cases() {
    return Stream.of(
        c("nothing happened", upsert(LOADED), GO),
        c("a new position", change(LOADED, txn("new", TxnAdvance.NONE, 1)), GO),
        c("our own commit, seen by its id", upsert(LOADED), committed(11), info("me")),
        c(
            "our own commit, seen by its file alone",
            upsert(LOADED),
            committed(11),
            add(file("new", "3/8"))),
        c("somebody else's id", upsert(LOADED), GO, info("other")),
        c("our position moved", upsert(LOADED), fenced(txn("a", 100, 110)), position("a", 105)),
        c("our position moved back", upsert(LOADED), fenced(txn("a", 100, 110)), position("a", 1)),
        c("another position moved", upsert(LOADED), GO, position("b", 105)),
        c("a position that isn't there", change(LOADED, txn("b", 5, 6)), fenced(txn("b", 5, 6))),
        c(
            "a position that should not be there",
            change(LOADED, txn("a", TxnAdvance.NONE, 6)),
            fenced(txn("a", TxnAdvance.NONE, 6))),
        c(
            "our file removed",
            upsert(LOADED),
            conflict("file ours is gone", "3/8"),
            remove(OURS, false)),
        c(
            "our file got another vector",
            upsert(LOADED),
            conflict("file ours has another deletion vector", "3/8"),
            new Action.Add(marked(OURS, "v1"), false)),
        c(
            "a file of nobody's got another vector",
            mark(NOBODYS, "v1"),
            Optional.of(new CommitOutcome.Outdated(Set.of("nobodys"))),
            OUR_INFO,
            add(marked(NOBODYS, "v2"))),
        c(
            "our own vector, seen by its file",
            mark(OURS, "v1"),
            committed(11),
            remove(OURS, true),
            add(marked(OURS, "v1"))),
        c("our vector isn't there yet", mark(OURS, "v1"), GO),
        c(
            "position and file gone: the position counts",
            upsert(LOADED),
            fenced(txn("a", 100, 110)),
            position("a", 105),
            remove(OURS, true)),
        c("another owner's rows", upsert(LOADED), GO, add(file("t2", "4/8")), remove(THEIRS, true)),
        c("rows of our owner", upsert(LOADED), rowsChanged("3/8"), add(file("o2", "3/8"))),
        c(
            "rows of our owner, by this program: its positions fence",
            upsert(LOADED),
            GO,
            OUR_INFO,
            add(file("o2", "3/8"))),
        c("rows without owner", upsert(LOADED), rowsChanged(""), add(file("n2", null))),
        c("a file without owner removed", upsert(LOADED), rowsChanged(""), remove(NOBODYS, true)),
        c(
            "files only put together",
            upsert(LOADED),
            GO,
            new Action.Add(file("n2", null), false),
            remove(NOBODYS, false)),
        c("rows that the planner has seen", upsert(11), GO, add(file("n2", null))),
        c("the definition changed", upsert(LOADED), definitionChanged(), METADATA),
        c("the protocol changed", upsert(LOADED), definitionChanged(), PROTOCOL),
        c("a change that was seen", upsert(11), GO, METADATA),
        c("an append beside foreign rows", append(), GO, add(file("n2", null)), METADATA),
        c(
            "an append that was overtaken",
            append(),
            fenced(txn("a", 100, 110)),
            add(file("n2", null)),
            position("a", 110)),
        c(
            "positions alone",
            change(LOADED, txn("a", 100, 110)),
            GO,
            add(file("n2", null)),
            METADATA),
        c(
            "planned before this process looked",
            upsert(LOADED - 1),
            redefined("what happened after version 9 isn't known in detail any more")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void decides(
      String name, TableChange change, List<Action> winner, Optional<CommitOutcome> expected) {
    // Given
    LogState state = TABLE.after(new Commit(LOADED + 1, winner));

    // When
    Optional<CommitOutcome> outcome = CommitJudge.judge(change, state);

    // Then
    assertThat(outcome).isEqualTo(expected);
  }

  private static final Optional<CommitOutcome> GO = Optional.empty();
  private static final Action OUR_INFO =
      new Action.CommitInfo(0, "MERGE", Map.of(), Map.of(), "Alluvium/0.0", "other", false);

  private static Arguments c(
      String name, TableChange change, Optional<CommitOutcome> expected, Action... winner) {
    return Arguments.of(name, change, Arrays.asList(winner), expected);
  }

  /** Replaces our file and moves a from 100 to 110. */
  private static TableChange upsert(long readVersion) {
    return new TableChange(
        "me",
        TableChange.Effect.ROWS,
        List.of(file("new", "3/8")),
        List.of(OURS),
        List.of(),
        List.of(txn("a", 100, 110)),
        operation(),
        readVersion);
  }

  /** Marks rows of a file and moves a from 100 to 110. */
  private static TableChange mark(DataFile file, String vector) {
    return new TableChange(
        "me",
        TableChange.Effect.ROWS,
        List.of(marked(file, vector)),
        List.of(file),
        List.of(),
        List.of(txn("a", 100, 110)),
        operation(),
        LOADED);
  }

  private static DataFile marked(DataFile file, String vector) {
    return new DataFile(
        file.path(),
        file.partitionValues(),
        file.size(),
        file.modificationTime(),
        file.numRecords(),
        file.stats(),
        file.tags(),
        new DeletionVector(DeletionVector.FILE, vector, 1, 34, 1));
  }

  private static TableChange append() {
    return new TableChange(
        "me", List.of(file("new", null)), List.of(), List.of(txn("a", 100, 110)), operation());
  }

  private static TableChange change(long readVersion, TxnAdvance... txns) {
    return new TableChange(
        "me",
        TableChange.Effect.ROWS,
        List.of(),
        List.of(),
        List.of(),
        Arrays.asList(txns),
        operation(),
        readVersion);
  }

  private static Operation operation() {
    return new Operation("MERGE", Map.of(), Map.of());
  }

  private static DataFile file(String path, String owner) {
    Map<String, String> tags = owner == null ? Map.of() : Map.of(FileTags.OWNER, owner);
    return new DataFile(path, Map.of(), 1, 1, 1, null, tags);
  }

  private static TxnAdvance txn(String appId, long expected, long next) {
    return new TxnAdvance(appId, expected, next);
  }

  private static Action add(DataFile file) {
    return new Action.Add(file, true);
  }

  /** As Spark writes it: without the file's tags. */
  private static Action remove(DataFile file, boolean dataChange) {
    return new Action.Remove(file(file.path(), null), 0, dataChange);
  }

  private static Action position(String appId, long version) {
    return new Action.Txn(appId, version, 0);
  }

  private static Action info(String txnId) {
    return new Action.CommitInfo(0, "MERGE", Map.of(), Map.of(), "Spark", txnId, false);
  }

  private static Optional<CommitOutcome> committed(long version) {
    return Optional.of(new CommitOutcome.Committed(version));
  }

  private static Optional<CommitOutcome> fenced(TxnAdvance... stale) {
    return Optional.of(new CommitOutcome.Fenced(new ArrayList<>(Arrays.asList(stale))));
  }

  private static Optional<CommitOutcome> conflict(String reason, String owner) {
    return Optional.of(new CommitOutcome.Conflict(reason, Set.of(owner)));
  }

  private static Optional<CommitOutcome> redefined(String reason) {
    return Optional.of(new CommitOutcome.Redefined(reason));
  }

  private static Optional<CommitOutcome> rowsChanged(String owner) {
    return conflict("version 11 changed rows that were read at 10", owner);
  }

  private static Optional<CommitOutcome> definitionChanged() {
    return redefined("version 11 changed the table's definition");
  }
}
