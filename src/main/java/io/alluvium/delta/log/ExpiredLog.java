package io.alluvium.delta.log;

import io.alluvium.delta.log.LogFile.Kind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Decides which files of a log may go (Delta protocol, "Metadata Cleanup"): those of the versions
 * before the newest complete checkpoint at or before the newest version that has expired. From that
 * checkpoint on every version can still be rebuilt. Pure: neither files nor clocks.
 */
final class ExpiredLog {
  private ExpiredLog() {}

  /**
   * What limits the cleaning.
   *
   * @param cutOff milliseconds since the epoch: what was committed until then has expired
   * @param lastCheckpoint the version that {@code _last_checkpoint} names, if there is such a file:
   *     readers begin there, so nothing from it on goes
   * @param protectedBefore the versions before this one go together or not at all (protocol,
   *     "Checkpoint Protection"); 0 = none
   */
  record Bounds(long cutOff, OptionalLong lastCheckpoint, long protectedBefore) {}

  /**
   * The names of what may go, the oldest versions first; empty if nothing may.
   *
   * @param most how many names at most
   */
  static List<String> names(Collection<LogFile> files, Bounds bounds, int most) {
    OptionalLong expired = newestExpired(files, bounds.cutOff());
    if (expired.isEmpty()) {
      return List.of();
    }
    long newest = Math.min(expired.getAsLong(), bounds.lastCheckpoint().orElse(Long.MAX_VALUE));
    OptionalLong kept = newestCheckpoint(files, newest);
    return kept.isEmpty() || kept.getAsLong() < bounds.protectedBefore()
        ? List.of()
        : files.stream()
            .filter(file -> isBelow(file, kept.getAsLong()))
            .sorted(Comparator.comparingLong(LogFile::version).thenComparing(LogFile::name))
            .limit(most)
            .map(LogFile::name)
            .toList();
  }

  /** A compacted file that begins at the checkpoint is as useless as one before it. */
  private static boolean isBelow(LogFile file, long checkpoint) {
    return file.version() < checkpoint
        || (file.kind() == Kind.COMPACTED && file.version() == checkpoint);
  }

  /**
   * The newest commit that isn't newer than the cut-off. Clocks of writers differ, so a version
   * counts as at least one millisecond younger than the one before, as Delta's time travel has it.
   */
  private static OptionalLong newestExpired(Collection<LogFile> files, long cutOff) {
    List<LogFile> commits =
        files.stream()
            .filter(file -> file.kind() == Kind.COMMIT)
            .sorted(Comparator.comparingLong(LogFile::version))
            .toList();
    OptionalLong newest = OptionalLong.empty();
    long time = Long.MIN_VALUE;
    for (LogFile commit : commits) {
      time = Math.max(time + 1, commit.modified());
      if (time > cutOff) {
        break;
      }
      newest = OptionalLong.of(commit.version());
    }
    return newest;
  }

  private static OptionalLong newestCheckpoint(Collection<LogFile> files, long bound) {
    Map<List<Long>, Set<Integer>> partsThere = new HashMap<>();
    OptionalLong newest = OptionalLong.empty();
    for (LogFile file : files) {
      if (file.kind() != Kind.CHECKPOINT || file.version() > bound || file.size() == 0) {
        continue;
      }
      Set<Integer> there =
          partsThere.computeIfAbsent(
              List.of(file.version(), (long) file.parts()), key -> new HashSet<>());
      there.add(file.part());
      if (there.size() == file.parts()) {
        newest = OptionalLong.of(Math.max(newest.orElse(-1), file.version()));
      }
    }
    return newest;
  }
}
