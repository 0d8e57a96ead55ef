package io.alluvium.inspect.reset;

import io.alluvium.delta.TxnAdvance;
import java.util.List;
import java.util.Optional;

/**
 * What a reset would do.
 *
 * @param newTopic the id of a topic that was created anew, to be remembered in place of the old one
 */
public record ResetPlan(List<ResetMove> moves, Optional<TxnAdvance> newTopic) {
  public ResetPlan {
    moves = List.copyOf(moves);
  }

  /** Whether everything is where it should be. */
  public boolean isNothing() {
    return newTopic.isEmpty() && moves.stream().allMatch(ResetMove::isNothing);
  }
}
