package io.alluvium.pipeline;

import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.pipeline.Flush.Result;
import io.alluvium.pipeline.Flush.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells a journal of one table's flushes. Of the table's writer thread. */
final class FlushReports {
  private final String table;
  private final FlushJournal journal;
  private final List<Batch> open = new ArrayList<>();
  private long number;
  private long began;

  FlushReports(String table, FlushJournal journal) {
    this.table = table;
    this.journal = journal;
  }

  /** Batches are taken up. */
  void begin(List<? extends Batch> batches) {
    began = System.nanoTime();
    open.clear();
    // Of those that ended before nothing more is to be told.
    batches.stream().filter(batch -> batch.lease().live()).forEach(open::add);
  }

  /** A change is in the table; one that only moves rows to other files is no flush. */
  void committed(List<? extends Batch> batches, TableChange change, long version) {
    open.removeAll(batches);
    if (change.effect() == TableChange.Effect.ROWS) {
      tell(batches, result(change.operation(), version));
    }
  }

  /** What was taken up is done with; who failed meanwhile, and isn't in the table, is told of. */
  void end() {
    List<Batch> failed = open.stream().filter(batch -> batch.lease().failure() != null).toList();
    if (!failed.isEmpty()) {
      Lease.Ending.Failed first = failed.get(0).lease().failure();
      tell(failed, new Result.Failed(reason(first)));
    }
    open.clear();
  }

  private static String reason(Lease.Ending.Failed failure) {
    return failure.cause() == null ? failure.reason() : failure.reason() + ": " + failure.cause();
  }

  private static Result result(Operation operation, long version) {
    Map<String, String> metrics = operation.metrics();
    if (metrics.containsKey(SilverMetrics.SOURCE_ROWS)) {
      return new Result.Merged(
          version,
          number(metrics, SilverMetrics.SOURCE_ROWS),
          number(metrics, SilverMetrics.INSERTED),
          number(metrics, SilverMetrics.UPDATED),
          number(metrics, SilverMetrics.DELETED));
    }
    return new Result.Appended(version, number(metrics, BronzeSink.OUTPUT_ROWS));
  }

  private static long number(Map<String, String> metrics, String name) {
    return Long.parseLong(metrics.getOrDefault(name, "0"));
  }

  private void tell(List<? extends Batch> batches, Result result) {
    Map<Integer, Span> offsets = new TreeMap<>();
    for (Batch batch : batches) {
      offsets.merge(
          batch.lease().partition(), new Span(batch.from(), batch.to()), (a, b) -> a.and(b));
    }
    long millis = (System.nanoTime() - began) / 1_000_000;
    journal.flushed(new Flush(table, number++, offsets, millis, result));
  }
}
