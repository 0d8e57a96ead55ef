package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.store.FileState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chooses files to be put together: tier by tier, so that a row is copied as often as the table has
 * tiers and no more (write amplification is logarithmic in the table's size), and files of which
 * half is dead, so that a superseded row costs at most one copy of a live one. Pure.
 *
 * @param targetBytes how large files may become
 * @param untagged files that are shared stay as they are
 */
public record CompactionPlan(long targetBytes, Owner.Untagged untagged) {
  /** How many files of a tier make one of the next. */
  private static final int FAN_IN = 8;

  private static final long FIRST_TIER_BYTES = 256 << 10;

  /** Only files of one partition of the table and one owner can become one. */
  private record Group(Map<String, String> partition, String owner, int tier) {}

  /** What is to become one file, or a few; empty if nothing is worth it now. */
  public List<DataFile> choose(List<FileState<DataFile>> files) {
    Map<Group, List<FileState<DataFile>>> tiers = new HashMap<>();
    List<FileState<DataFile>> halfDead = new ArrayList<>();
    for (FileState<DataFile> file : files) {
      if (untagged.shares(file.file())) {
        continue;
      }
      if (file.live() <= file.rows() / 2) {
        halfDead.add(file);
      }
      if (liveBytes(file) <= targetBytes / 2) {
        tiers.computeIfAbsent(group(file), key -> new ArrayList<>()).add(file);
      }
    }
    // The lowest tier first: its files are the most, and cost the least.
    Map<Integer, List<FileState<DataFile>>> full = new TreeMap<>();
    tiers.forEach(
        (group, members) -> {
          if (members.size() >= FAN_IN) {
            full.merge(group.tier(), members, (a, b) -> a.size() >= b.size() ? a : b);
          }
        });
    if (!full.isEmpty()) {
      return upToTarget(full.values().iterator().next());
    }
    return halfDead.stream()
        .max(Comparator.comparingLong(CompactionPlan::deadBytes))
        .map(file -> List.of(file.file()))
        .orElse(List.of());
  }

  private static Group group(FileState<DataFile> file) {
    int tier = 0;
    for (long bytes = liveBytes(file); bytes > FIRST_TIER_BYTES; bytes /= FAN_IN) {
      tier++;
    }
    return new Group(file.file().partitionValues(), FileTags.owner(file.file()), tier);
  }

  private List<DataFile> upToTarget(List<FileState<DataFile>> members) {
    List<DataFile> chosen = new ArrayList<>();
    long bytes = 0;
    for (FileState<DataFile> file : members) {
      bytes += liveBytes(file);
      if (bytes > targetBytes && chosen.size() > 1) {
        break;
      }
      chosen.add(file.file());
    }
    return chosen;
  }

  private static long liveBytes(FileState<DataFile> file) {
    return file.rows() == 0 ? 0 : file.file().size() * file.live() / file.rows();
  }

  private static long deadBytes(FileState<DataFile> file) {
    return file.file().size() - liveBytes(file);
  }
}
