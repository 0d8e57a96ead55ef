package io.alluvium.inspect.verify;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which bronze batches silver reflects: those below its position, or below the position that it had
 * when the next {@code reset} after the batch was written moved it.
 */
final class Reflected {
  /** Whether silver has taken a batch. */
  enum Part {
    ALL,
    SOME,
    NONE
  }

  private final Map<Integer, Long> positions;
  private final Moves moves;

  /**
   * @param positions silver's, by partition
   * @param moves silver's
   */
  Reflected(Map<Integer, Long> positions, Moves moves) {
    this.positions = positions;
    this.moves = moves;
  }

  Part of(Span span) {
    long end = end(span);
    if (span.to() <= end) {
      return Part.ALL;
    }
    return span.from() < end ? Part.SOME : Part.NONE;
  }

  /** How far silver has come, or had come when a reset ended the batch's time. */
  long end(Span span) {
    List<Move> later =
        moves.of(span.partition()).stream()
            .filter(m -> m.time() > Math.floorDiv(span.lastIngestTime(), 1_000L))
            .toList();
    Optional<Move> reset = later.stream().filter(m -> m.cause() == Move.Cause.RESET).findFirst();
    if (reset.isEmpty()) {
      return positions.getOrDefault(span.partition(), 0L);
    }
    boolean rebuilt =
        later.subList(later.indexOf(reset.get()), later.size()).stream()
            .anyMatch(m -> m.cause() == Move.Cause.REBUILD);
    return rebuilt ? Long.MAX_VALUE : reset.get().from();
  }
}
