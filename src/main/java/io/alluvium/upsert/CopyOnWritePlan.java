package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.store.FileState;
import io.alluvium.store.RewritePlan;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Without deletion vectors: every file with a superseded row is replaced, and small files that have
 * gathered go along, since nothing else could put them together while rows of theirs change.
 */
public record CopyOnWritePlan(CompactionPlan compaction) implements RewritePlan<DataFile> {
  @Override
  public Collection<DataFile> choose(List<FileState<DataFile>> files) {
    Set<DataFile> chosen = new LinkedHashSet<>();
    files.stream().filter(file -> file.superseded() > 0).forEach(file -> chosen.add(file.file()));
    List<FileState<DataFile>> untouched =
        files.stream().filter(file -> file.superseded() == 0).toList();
    chosen.addAll(compaction.choose(untouched));
    return chosen;
  }
}
