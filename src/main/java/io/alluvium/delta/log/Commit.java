package io.alluvium.delta.log;

import java.util.List;
import java.util.Optional;

/** What one version of the table did. */
public record Commit(long version, List<Action> actions) {
  /** What it says of itself, empty if it says nothing. */
  Optional<Action.CommitInfo> info() {
    return actions.stream()
        .filter(Action.CommitInfo.class::isInstance)
        .map(Action.CommitInfo.class::cast)
        .findFirst();
  }
}
