package io.alluvium.delta.log;

import java.io.IOException;
import java.util.Optional;

/**
 * Looks for a {@link Rewind} among the commits that happened while nobody here watched: from the
 * newest one back to the newest of ours, whose writer had seen all before it. Normally that is the
 * first one looked at. What has expired can't be looked at.
 */
final class RewindSearch {
  private final CommitFiles files;

  RewindSearch(CommitFiles files) {
    this.files = files;
  }

  /** The first rewind after our last commit, in a table of which nothing is known but its state. */
  Optional<Rewind> unseen(LogState loaded) throws IOException {
    return unseen(loaded, -1);
  }

  /**
   * The same, in a table of which everything up to a version is known.
   *
   * @param known that version
   */
  Optional<Rewind> unseen(LogState loaded, long known) throws IOException {
    if (!loaded.hasPositions()) {
      return Optional.empty();
    }
    Optional<Rewind> found = Optional.empty();
    long seen = known;
    for (long version = loaded.version(); version > seen; version--) {
      Optional<Commit> commit = files.read(version);
      if (commit.isEmpty()) {
        return found;
      }
      Optional<Action.CommitInfo> ours = commit.get().info().filter(RewindSearch::judged);
      if (ours.isPresent()) {
        seen = Math.max(seen, seenBy(ours.get(), version));
      } else {
        found = earlier(Rewind.of(commit.get()), found);
      }
    }
    return found;
  }

  private static Optional<Rewind> earlier(Optional<Rewind> earlier, Optional<Rewind> found) {
    return earlier.isPresent() ? earlier : found;
  }

  /** Whoever only opens a table to move its positions upgrades it, too, and first. */
  private static boolean judged(Action.CommitInfo info) {
    return Commits.isOurs(info) && !TableUpgrade.OPERATIONS.contains(info.operation());
  }

  /**
   * The version up to which the writer of a commit of ours had judged what others did. What
   * delta-standalone lets pass between that and the commit nobody has.
   */
  private static long seenBy(Action.CommitInfo ours, long version) {
    return ours.readVersion() == Action.CommitInfo.READ_VERSION_UNKNOWN
        ? version - 1
        : ours.readVersion();
  }
}
