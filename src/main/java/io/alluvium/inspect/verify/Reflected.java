package io.alluvium.inspect.verify;

import io.alluvium.pipeline.SilverReach;
import io.alluvium.row.RowReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/**
 * Which bronze batches silver reflects: those below its position, or below the position that it had
 * when the next {@code reset} after the batch was written moved it. Where rows come by way of a
 * re-keyed topic, each way has a position of its own.
 */
final class Reflected {
  /** Whether silver has taken a batch. */
  enum Part {
    ALL,
    SOME,
    NONE
  }

  private final SilverReach reach;
  private final ToIntFunction<RowReader> way;
  private final Moves moves;

  /**
   * @param reach silver's positions
   * @param way that a row of silver comes by
   * @param moves silver's
   */
  Reflected(SilverReach reach, ToIntFunction<RowReader> way, Moves moves) {
    this.reach = reach;
    this.way = way;
    this.moves = moves;
  }

  Part of(Span span) {
    OptionalLong reset = reset(span);
    if (span.to() <= reset.orElse(reach.lowest(span.partition()).orElse(0))) {
      return Part.ALL;
    }
    return span.from() < reset.orElse(reach.highest(span.partition()).orElse(0))
        ? Part.SOME
        : Part.NONE;
  }

  /**
   * How far silver has come with rows that come the way of this one, or had come when a reset ended
   * the batch's time.
   */
  long end(Span span, RowReader silverRow) {
    Map<Integer, Long> ways = reach.ways(span.partition());
    return reset(span).orElseGet(() -> ways.getOrDefault(way.applyAsInt(silverRow), 0L));
  }

  /** Where a reset left the batch behind; it didn't if silver was made anew of it since. */
  private OptionalLong reset(Span span) {
    List<Move> later =
        moves.of(span.partition()).stream()
            .filter(m -> m.time() > Math.floorDiv(span.lastIngestTime(), 1_000L))
            .toList();
    Optional<Move> reset = later.stream().filter(m -> m.cause() == Move.Cause.RESET).findFirst();
    if (reset.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean rebuilt =
        later.subList(later.indexOf(reset.get()), later.size()).stream()
            .anyMatch(m -> m.cause() == Move.Cause.REBUILD);
    return OptionalLong.of(rebuilt ? Long.MAX_VALUE : reset.get().from());
  }
}
