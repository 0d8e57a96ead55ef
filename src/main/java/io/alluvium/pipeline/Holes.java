package io.alluvium.pipeline;

import io.alluvium.error.RekeyErrors;
import io.alluvium.error.UserException;
import io.alluvium.rekey.RekeyedRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one partition of the re-keyed topic lacks: has it sent again, and tells when nobody does in
 * time. For the stream thread.
 */
final class Holes {
  private final RekeyIds ids;
  private final int partition;
  private final Resending resending;
  private final Duration patience;
  private final Map<Integer, Hole> open = new HashMap<>();

  private record Hole(long offset, long sinceMillis) {}

  /**
   * @param patience how long a failed stream may take to begin again
   */
  Holes(RekeyIds ids, int partition, Resending resending, Duration patience) {
    this.ids = ids;
    this.partition = partition;
    this.resending = resending;
    this.patience = patience;
  }

  /**
   * A message doesn't follow on what was taken.
   *
   * @param needed the source offset that is taken next
   */
  void found(RekeyedRecord message, long needed, long nowMillis) {
    open.putIfAbsent(message.source(), new Hole(needed, nowMillis));
    resending.ask(
        message.source(),
        message.stream(),
        "%s, partition %d lacks what was sent of offsets %d to %d"
            .formatted(ids.rekeyed().topic(), partition, needed, message.from()));
  }

  /** What was missing is there. */
  void closed(int source) {
    open.remove(source);
  }

  /** What a person has to hear, if a hole stays open. */
  Optional<UserException> overdue(long nowMillis) {
    return open.entrySet().stream()
        .filter(hole -> nowMillis - hole.getValue().sinceMillis > patience.toMillis())
        .findFirst()
        .map(
            hole ->
                RekeyErrors.messagesMissing(
                    ids.rekeyed().topic(),
                    partition,
                    ids.source().topic(),
                    hole.getKey(),
                    hole.getValue().offset));
  }
}
