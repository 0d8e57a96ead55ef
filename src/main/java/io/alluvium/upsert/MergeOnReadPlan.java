package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.store.FileState;
import io.alluvium.store.RewritePlan;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * With deletion vectors: superseded rows are marked, and only files that are mostly dead are
 * rewritten at once, as long as a flush writes no more rows for them than it writes anyway. Others
 * wait for compaction, so that a flush costs what changed and not what the table holds.
 */
public record MergeOnReadPlan(Owner.Untagged untagged) implements RewritePlan<DataFile> {
  /** Copying so few rows costs less than their vector. */
  private static final long FREE_ROWS = 1_000;

  @Override
  public Collection<DataFile> choose(List<FileState<DataFile>> files) {
    long budget =
        Math.max(FREE_ROWS, files.stream().mapToLong(file -> (long) file.superseded()).sum());
    List<FileState<DataFile>> candidates =
        files.stream()
            .filter(file -> file.superseded() > 0 && file.live() <= file.rows() / 2)
            .filter(file -> !untagged.shares(file.file()))
            .sorted(Comparator.comparingInt(FileState::live))
            .toList();
    int chosen = 0;
    for (FileState<DataFile> file : candidates) {
      budget -= file.live();
      if (budget < 0) {
        break;
      }
      chosen++;
    }
    return candidates.subList(0, chosen).stream().map(FileState::file).toList();
  }
}
