package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableChange.Effect;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a group of batches, answer by answer; the table's answers are written out. */
class GroupCommitTest {
  private static final CommitOutcome DONE = new CommitOutcome.Committed(7);

  private static final Answer LOST =
      () -> {
        throw new IOException("the answer is lost");
      };

  private final ScriptedTable table = new ScriptedTable();
  private final RecordingSink sink = new RecordingSink();
  private final List<Flush> flushes = new ArrayList<>();
  private final CommitMeter meter = new CommitMeter();
  private final Lease zero = new Lease(0, 2, 0, 0, 0);
  private final Lease one = new Lease(1, 2, 0, 0, 0);

  private record TestBatch(Lease lease, long from, long to, long readVersion) implements Batch {
    TestBatch(Lease lease, long from, long to) {
      this(lease, from, to, 5);
    }

    @Override
    public void reject(String reason) {
      lease.fail(reason, null);
    }
  }

  @Test
  void aGroupIsOneCommitWithOnePositionAPartition() throws Exception {
    // Given
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4), new TestBatch(zero, 10, 25, 4));

    // Then
    assertThat(table.changes).hasSize(1);
    TableChange change = table.changes.get(0);
    assertThat(change.txns())
        .containsExactly(new TxnAdvance("p0", 0, 25), new TxnAdvance("p1", 3, 4));
    assertThat(paths(change.adds())).containsExactly("p0-10", "p1-4", "p0-25");
    assertThat(change.readVersion()).isEqualTo(4);
    assertThat(change.operation().metrics()).containsEntry(BronzeSink.OUTPUT_ROWS, "3");
    assertThat(sink.committed).containsExactly("p0-10@7", "p1-4@7", "p0-25@7");
    assertThat(flushes).hasSize(1);
    assertThat(flushes.get(0).offsets())
        .isEqualTo(Map.of(0, new Flush.Span(0, 25), 1, new Flush.Span(3, 4)));
    assertThat(flushes.get(0).result()).isEqualTo(new Flush.Result.Appended(7, 3));
  }

  @Test
  void anEndedLeaseLeavesWithItsFilesAndTheRestIsCommitted() throws Exception {
    // Given
    one.end(new Lease.Ending.Revoked());
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(table.changes.get(0).txns()).containsExactly(new TxnAdvance("p0", 0, 10));
    assertThat(sink.written).containsExactly("p0-10");
    assertThat(sink.committed).containsExactly("p0-10@7");
  }

  @Test
  void aFencedPartitionFailsAndTheOthersAreCommittedWithoutIt() throws Exception {
    // Given
    table.answer(() -> new CommitOutcome.Fenced(List.of(new TxnAdvance("p1", 3, 4))));
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(one.failure().reason()).contains("fenced");
    assertThat(zero.live()).isTrue();
    assertThat(sink.discarded).containsExactly("p1-4");
    assertThat(sink.committed).containsExactly("p0-10@7");
    assertThat(table.changes.get(1).txnId()).isNotEqualTo(table.changes.get(0).txnId());
  }

  @Test
  void aConflictFailsAllOfTheGroup() throws Exception {
    // Given
    table.answer(() -> new CommitOutcome.Conflict("rows changed", Set.of(FileTags.NO_OWNER)));

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(zero.failure().reason()).isEqualTo("rows changed");
    assertThat(one.failure().reason()).isEqualTo("rows changed");
    assertThat(sink.discarded).containsExactly("p0-10", "p1-4");
    assertThat(sink.committed).isEmpty();
  }

  @Test
  void whoseRowsOthersChangedLeavesAndTheOthersAreCommitted() throws Exception {
    // Given
    table.answer(() -> new CommitOutcome.Conflict("rows changed", Set.of(one.owner())));
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(one.failure().reason()).isEqualTo("rows changed");
    assertThat(sink.discarded).containsExactly("p1-4");
    assertThat(sink.committed).containsExactly("p0-10@7");
  }

  @Test
  void aRedefinedTableFailsAllOfTheGroup() throws Exception {
    // Given
    table.answer(() -> new CommitOutcome.Redefined("another schema"));

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(zero.failure().reason()).isEqualTo("another schema");
    assertThat(one.failure().reason()).isEqualTo("another schema");
    assertThat(sink.committed).isEmpty();
  }

  @Test
  void anUnknownOutcomeIsTriedAgainAsItWas() throws Exception {
    // Given
    table.answer(LOST);
    table.answer(LOST);
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10));

    // Then
    assertThat(table.changes).hasSize(3);
    assertThat(table.changes.stream().map(TableChange::txnId).distinct()).hasSize(1);
    assertThat(sink.committed).containsExactly("p0-10@7");
  }

  @Test
  void filesOfAnUnknownOutcomeAreNeverDeleted() throws Exception {
    // Given: the first attempt is in the table, its answer lost; then a lease ends
    table.answer(
        () -> {
          one.end(new Lease.Ending.Revoked());
          return LOST.outcome();
        });
    table.answer(() -> new CommitOutcome.Fenced(List.of(new TxnAdvance("p0", 0, 10))));

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(zero.failure().reason()).contains("fenced");
    assertThat(sink.discarded).isEmpty();
  }

  @Test
  void pastTheDeadlineTheLeasesFailAndEverythingIsReleased() throws Exception {
    // Given
    for (int i = 0; i < 100; i++) {
      table.answer(LOST);
    }

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(zero.failure().reason()).contains("deadline");
    assertThat(one.failure().reason()).contains("deadline");
    assertThat(sink.released).containsExactly("p0-10", "p1-4");
    assertThat(sink.discarded).isEmpty();
    assertThat(flushes).hasSize(1);
    assertThat(flushes.get(0).offsets()).containsOnlyKeys(0, 1);
    assertThat(flushes.get(0).result())
        .isEqualTo(
            new Flush.Result.Failed(
                "storage is down past the deadline: java.io.IOException: the answer is lost"));
  }

  @Test
  void whatTheWriterMetWithIsCounted() throws Exception {
    // Given
    table.answer(LOST);
    table.answer(LOST);
    table.answer(() -> new CommitOutcome.Conflict("rows changed", Set.of(one.owner())));
    table.answer(() -> DONE);

    // When
    commit(new TestBatch(zero, 0, 10), new TestBatch(one, 3, 4));

    // Then
    assertThat(meter.retries()).isEqualTo(2);
    assertThat(meter.refusals()).containsExactly(Map.entry("conflict", 1L));
    assertThat(meter.commits()).isEqualTo(1);
    assertThat(meter.seconds()).isPositive();
    assertThat(meter.failing()).as("the last attempt was answered").isZero();
    assertThat(meter.busy()).isZero();
  }

  @Test
  void storageThatIsGivenUpStillFails() throws Exception {
    // Given
    for (int i = 0; i < 100; i++) {
      table.answer(LOST);
    }

    // When
    commit(new TestBatch(zero, 0, 10));

    // Then
    assertThat(meter.failing()).isPositive();
    assertThat(meter.commits()).isZero();
    assertThat(meter.busy()).isZero();
  }

  private void commit(TestBatch... batches) throws InterruptedException {
    new GroupCommit<>(
            table, sink, Duration.ofMillis(300), new FlushReports("t", flushes::add), meter)
        .commit(List.of(batches));
  }

  private static String name(TestBatch batch) {
    return "p" + batch.lease().partition() + "-" + batch.to();
  }

  private static List<String> paths(List<DataFile> files) {
    return files.stream().map(DataFile::path).toList();
  }

  private interface Answer {
    CommitOutcome outcome() throws IOException;
  }

  private static final class ScriptedTable implements TableLog {
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<TableChange> changes = new ArrayList<>();

    void answer(Answer answer) {
      answers.add(answer);
    }

    @Override
    public String path() {
      return "table";
    }

    @Override
    public TableSnapshot snapshot() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CommitOutcome commit(TableChange change) throws IOException {
      changes.add(change);
      return answers.remove().outcome();
    }
  }

  private static final class RecordingSink implements TableSink<TestBatch> {
    private final List<String> written = new ArrayList<>();
    private final List<String> discarded = new ArrayList<>();
    private final List<String> committed = new ArrayList<>();
    private final List<String> released = new ArrayList<>();

    @Override
    public String appId(int partition) {
      return "p" + partition;
    }

    @Override
    public boolean ready(TestBatch batch) {
      return true;
    }

    @Override
    public WrittenBatch<TestBatch> write(TestBatch batch) {
      written.add(name(batch));
      DataFile file = new DataFile(name(batch), Map.of(), 1, 1, 1, null, Map.of());
      return new WrittenBatch<>(
          batch,
          Effect.ROWS,
          List.of(file),
          List.of(),
          List.of(),
          List.of(),
          List.of(file.path()),
          Map.of(BronzeSink.OUTPUT_ROWS, 1L),
          version -> committed.add(name(batch) + "@" + version));
    }

    @Override
    public Operation operation(List<TestBatch> batches, Effect effect, Map<String, Long> metrics) {
      return new Operation(
          "TEST",
          Map.of(),
          Map.of(BronzeSink.OUTPUT_ROWS, metrics.get(BronzeSink.OUTPUT_ROWS).toString()));
    }

    @Override
    public void discard(List<String> paths) {
      discarded.addAll(paths);
    }

    @Override
    public void onLogged() {}

    @Override
    public void onReleased(TestBatch batch) {
      released.add(name(batch));
    }
  }
}
