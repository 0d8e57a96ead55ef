package io.alluvium.inspect.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Follows one partition's offsets through bronze: each batch begins where the one before it ended,
 * or where a commit without rows moved the position to. Pure.
 */
final class OffsetChain {
  private final int partition;
  private final Moves history;
  private final List<Move> unused;
  private final Findings findings;
  private long position;
  private long lastTime = Long.MIN_VALUE;

  private OffsetChain(int partition, Moves history, Findings findings) {
    this.partition = partition;
    this.history = history;
    this.unused = new ArrayList<>(history.of(partition));
    this.findings = findings;
  }

  /**
   * Checks a partition.
   *
   * @param spans the partition's batches in the order in which they were written
   * @param end the table's position, empty if it has none
   */
  static void check(
      int partition, List<Span> spans, Moves history, OptionalLong end, Findings findings) {
    OffsetChain chain = new OffsetChain(partition, history, findings);
    chain.begin(spans);
    spans.forEach(chain::take);
    chain.end(spans, end);
  }

  /** Where the first batch should begin: at the start if the log tells, else where it does. */
  private void begin(List<Span> spans) {
    boolean started =
        history.isWhole() && unused.stream().anyMatch(m -> m.cause() == Move.Cause.START);
    position = started || spans.isEmpty() ? -1 : spans.get(0).from();
  }

  private void take(Span span) {
    moveTo(span.from());
    if (position < span.from()) {
      missing(span.from());
    } else if (position > span.from()) {
      findings.add(
          Finding.Kind.REPEATED_OFFSETS,
          "partition %d: %d to %d, written again by the batch %d to %d"
              .formatted(
                  partition, span.from(), Math.min(position, span.to()), span.from(), span.to()));
    }
    if (span.rows() != span.records()) {
      findings.add(
          Finding.Kind.ROW_COUNT,
          span + ": " + span.rows() + " rows in its files, " + span.records() + " were written");
    }
    position = Math.max(span.to(), position);
    lastTime = Math.floorDiv(span.lastIngestTime(), 1_000L);
  }

  private void end(List<Span> spans, OptionalLong end) {
    if (end.isEmpty()) {
      if (!spans.isEmpty()) {
        findings.add(
            Finding.Kind.POSITION, "partition " + partition + ": bronze has rows and no position");
      }
      return;
    }
    moveTo(end.getAsLong());
    if (spans.isEmpty() || position == end.getAsLong()) {
      return;
    }
    if (position < end.getAsLong()) {
      missing(end.getAsLong());
    } else {
      findings.add(
          Finding.Kind.POSITION,
          "partition %d: bronze's position is %d and its rows reach to %d"
              .formatted(partition, end.getAsLong(), position));
    }
  }

  /** Goes along the commits without rows until the target is reached or none goes on. */
  private void moveTo(long target) {
    while (position != target) {
      Move next = unused.stream().filter(m -> m.from() == position).findFirst().orElse(null);
      if (next == null) {
        return;
      }
      unused.remove(next);
      explain(next);
      position = next.to();
    }
  }

  private void explain(Move move) {
    String range = "partition " + partition + ": offsets ";
    if (move.cause() == Move.Cause.SKIP_GAP) {
      findings.notice(range + move.from() + " to " + move.to() + " were gone and were skipped");
    } else if (move.cause() == Move.Cause.RESET && move.to() < move.from()) {
      findings.notice(range + move.to() + " to " + move.from() + " repeated on purpose by reset");
    } else if (move.cause() == Move.Cause.RESET) {
      findings.notice(range + move.from() + " to " + move.to() + " left out on purpose by reset");
    }
  }

  private void missing(long to) {
    String range = "partition %d: %d to %d".formatted(partition, position, to);
    if (history.covers(lastTime) || history.isWhole()) {
      findings.add(Finding.Kind.MISSING_OFFSETS, range);
    } else {
      findings.notice(
          range
              + " isn't in bronze; the log doesn't reach back far enough to tell whether it was"
              + " skipped on purpose");
    }
    position = to;
  }
}
