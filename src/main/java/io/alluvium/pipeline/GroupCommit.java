package io.alluvium.pipeline;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableChange.Effect;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.upsert.SharedMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes ONE Delta commit of what several tasks handed over, with one transaction action a
 * partition, and one more of what only moves rows to other files. A batch whose lease has ended
 * leaves with its files, the rest is put together anew; so does one that the table fences, or whose
 * rows others changed. Storage trouble is retried until the deadline; then the leases fail and
 * their tasks start again from what is durable.
 *
 * <p>An attempt whose outcome is unknown is repeated as it is, so that the table recognises it. If
 * a batch has to leave after such an attempt, the new change may find its partitions' positions
 * moved by the old one: that looks like a fence and ends in a restart from Delta, which is right
 * either way. The files of an unknown outcome are never deleted.
 */
final class GroupCommit<B extends Batch> implements BatchWriter.Work<B> {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private static final CommitOutcome SHARED_GONE =
      new CommitOutcome.Conflict("a shared file is gone", Set.of(FileTags.NO_OWNER));

  private final TableLog table;
  private final TableSink<B> sink;
  private final CommitAttempts<B> attempts;
  private final Duration deadline;
  private final FlushReports reports;
  private final CommitMeter meter;

  GroupCommit(
      TableLog table,
      TableSink<B> sink,
      Duration deadline,
      FlushReports reports,
      CommitMeter meter) {
    this.table = table;
    this.sink = sink;
    this.reports = reports;
    this.attempts = new CommitAttempts<>(sink);
    this.deadline = deadline;
    this.meter = meter;
  }

  /** Commits what can be committed of {@code batches}, in the order in which they were sealed. */
  @Override
  public void commit(List<B> batches) throws InterruptedException {
    Retry retry = new Retry(deadline, FIRST_PAUSE, LONGEST_PAUSE);
    reports.begin(batches);
    meter.begun();
    try {
      List<WrittenBatch<B>> written = writeAll(batches, retry);
      for (Effect effect : Effect.values()) {
        commitWritten(written.stream().filter(w -> w.effect() == effect).toList(), retry);
      }
    } finally {
      meter.ended();
      batches.forEach(sink::onReleased);
      reports.end();
    }
  }

  @Override
  public void released(B batch) {
    sink.onReleased(batch);
  }

  private List<WrittenBatch<B>> writeAll(List<B> batches, Retry retry) throws InterruptedException {
    List<WrittenBatch<B>> written = new ArrayList<>();
    for (B batch : batches) {
      WrittenBatch<B> done = write(batch, retry);
      if (done != null) {
        written.add(done);
      }
    }
    return written;
  }

  private WrittenBatch<B> write(B batch, Retry retry) throws InterruptedException {
    while (batch.lease().live()) {
      try {
        return sink.ready(batch) ? sink.write(batch) : null;
      } catch (IOException e) {
        if (!pause(retry, List.of(batch), e)) {
          return null;
        }
      } catch (RuntimeException e) {
        // Only this partition's rows are at fault; the others are committed without it.
        LOG.error("{} can't be written to {}", batch.lease(), table.path(), e);
        batch.lease().fail("its rows can't be written: " + e, e);
      }
    }
    return null;
  }

  private void commitWritten(List<WrittenBatch<B>> written, Retry retry)
      throws InterruptedException {
    CommitAttempt<B> attempt = CommitAttempt.none();
    Consumer<List<String>> discard = sink::discard;
    List<WrittenBatch<B>> left = live(written, discard);
    while (!left.isEmpty()) {
      try {
        if (!attempt.isOf(left)) {
          attempt = attempts.next(left);
        }
        CommitOutcome outcome =
            attempt.change().isPresent() ? table.commit(attempt.change().get()) : SHARED_GONE;
        meter.answered();
        if (!(outcome instanceof CommitOutcome.Committed)) {
          meter.refused(outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
          discard.accept(attempt.newPaths());
        }
        List<WrittenBatch<B>> done = attempt.batches();
        List<WrittenBatch<B>> others = left.stream().filter(w -> !done.contains(w)).toList();
        if (outcome instanceof CommitOutcome.Committed committed) {
          reports.committed(batches(done), attempt.change().orElseThrow(), committed.version());
        }
        left = new ArrayList<>(settle(done, outcome, discard));
        left.addAll(others);
        attempt = CommitAttempt.none();
      } catch (IOException e) {
        discard = paths -> {};
        if (!pause(retry, batches(left), e)) {
          return;
        }
      }
      left = live(left, discard);
    }
  }

  private static <B extends Batch> List<B> batches(List<WrittenBatch<B>> written) {
    return written.stream().map(WrittenBatch::batch).toList();
  }

  /** The batches whose lease is live; the others' files go. */
  private List<WrittenBatch<B>> live(
      List<WrittenBatch<B>> written, Consumer<List<String>> discard) {
    List<WrittenBatch<B>> live = new ArrayList<>();
    for (WrittenBatch<B> w : written) {
      if (w.batch().lease().live()) {
        live.add(w);
      } else {
        discard.accept(w.newPaths());
      }
    }
    return live;
  }

  /** Acts on a known outcome and returns the batches that are still to be committed. */
  private List<WrittenBatch<B>> settle(
      List<WrittenBatch<B>> batches, CommitOutcome outcome, Consumer<List<String>> discard) {
    if (outcome instanceof CommitOutcome.Committed done) {
      committed(batches, done.version());
      return List.of();
    }
    if (outcome instanceof CommitOutcome.Conflict conflict) {
      return reject(batches, conflict, discard);
    }
    if (outcome instanceof CommitOutcome.Fenced fenced) {
      fence(batches, fenced.stale());
    } else if (outcome instanceof CommitOutcome.Outdated outdated) {
      return united(batches, outdated, discard);
    } else if (outcome instanceof CommitOutcome.Redefined redefined) {
      batches.forEach(w -> w.batch().lease().fail(redefined.reason(), null));
    }
    return batches;
  }

  /** Marks are united anew; who rewrote such a file whole has to plan again. */
  private List<WrittenBatch<B>> united(
      List<WrittenBatch<B>> batches,
      CommitOutcome.Outdated outdated,
      Consumer<List<String>> discard) {
    Set<String> marked =
        batches.stream()
            .flatMap(w -> w.shared().stream())
            .map(SharedMark::path)
            .collect(Collectors.toSet());
    return marked.containsAll(outdated.paths())
        ? batches
        : reject(
            batches,
            new CommitOutcome.Conflict(
                "shared files were marked: " + outdated.paths(), Set.of(FileTags.NO_OWNER)),
            discard);
  }

  private List<WrittenBatch<B>> reject(
      List<WrittenBatch<B>> batches,
      CommitOutcome.Conflict conflict,
      Consumer<List<String>> discard) {
    List<WrittenBatch<B>> left = new ArrayList<>();
    for (WrittenBatch<B> w : batches) {
      if (conflict.concerns(w.batch().lease().owner())) {
        LOG.info("{} is planned again: {}", w.batch().lease(), conflict.reason());
        discard.accept(w.newPaths());
        w.batch().reject(conflict.reason());
      } else {
        left.add(w);
      }
    }
    if (left.size() == batches.size()) {
      throw new IllegalStateException("a conflict of nobody's: " + conflict);
    }
    return left;
  }

  private void committed(List<WrittenBatch<B>> batches, long version) {
    meter.committed();
    sink.onLogged();
    batches.forEach(w -> w.committed().accept(version));
  }

  private void fence(List<WrittenBatch<B>> batches, List<TxnAdvance> stale) {
    Set<String> appIds = stale.stream().map(TxnAdvance::appId).collect(Collectors.toSet());
    batches.stream()
        .map(WrittenBatch::batch)
        .filter(batch -> positions(batch).anyMatch(appIds::contains))
        .map(Batch::lease)
        .forEach(lease -> lease.fail("fenced: the table's position isn't ours: " + stale, null));
    if (batches.stream().allMatch(w -> w.batch().lease().live())) {
      throw new IllegalStateException("fenced by positions that nobody asked for: " + stale);
    }
  }

  /** The application ids whose positions a batch moves. */
  private Stream<String> positions(B batch) {
    return Stream.concat(
        Stream.of(sink.appId(batch.lease().partition())),
        batch.reflected().stream().map(TxnAdvance::appId));
  }

  /** Waits before another try; past the deadline fails the leases and returns false. */
  private boolean pause(Retry retry, List<B> batches, IOException cause)
      throws InterruptedException {
    meter.failed();
    LOG.warn("storage of {} failed, trying again: {}", table.path(), cause.toString());
    if (retry.pause()) {
      return true;
    }
    LOG.error("storage of {} is down past the deadline", table.path(), cause);
    batches.forEach(b -> b.lease().fail("storage is down past the deadline", cause));
    return false;
  }
}
