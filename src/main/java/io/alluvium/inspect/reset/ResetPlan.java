package io.alluvium.inspect.reset;

import io.alluvium.delta.TxnAdvance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a reset would do.
 *
 * @param newTopic the id of a topic that was created anew, to be remembered in place of the old one
 * @param rekeyed how silver passes everything that waits in the re-keyed topic
 * @param bronzeTakenBack how others took bronze's rows away, in words; empty if they didn't
 * @param silverTakenBack the same of silver
 */
public record ResetPlan(
    List<ResetMove> moves,
    Optional<TxnAdvance> newTopic,
    List<TxnAdvance> rekeyed,
    Optional<String> bronzeTakenBack,
    Optional<String> silverTakenBack) {
  public ResetPlan {
    moves = List.copyOf(moves);
    rekeyed = List.copyOf(rekeyed);
  }

  /** What it does beside moving partitions, in words. */
  public List<String> acceptances() {
    List<String> lines = new ArrayList<>();
    bronzeTakenBack.ifPresent(how -> lines.add("bronze is accepted as it is: " + how));
    silverTakenBack.ifPresent(how -> lines.add("silver is accepted as it is: " + how));
    newTopic.ifPresent(id -> lines.add("the topic was created anew; its new id is remembered"));
    return lines;
  }

  /** Whether everything is where it should be. */
  public boolean isNothing() {
    return acceptances().isEmpty() && moves.stream().allMatch(ResetMove::isNothing);
  }
}
