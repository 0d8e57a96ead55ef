package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files of one table partition that become one file.
 *
 * @param sources in the order in which their rows are to lie in it
 * @param tags of the new file
 */
public record MergeGroup(List<DataFile> sources, Map<String, String> tags) {
  public MergeGroup {
    sources = List.copyOf(sources);
    tags = Map.copyOf(tags);
  }

  public long bytes() {
    return sources.stream().mapToLong(DataFile::size).sum();
  }

  /** The first groups, up to so many bytes together, but at least one if there is one. */
  public static List<MergeGroup> first(List<MergeGroup> groups, long bytes) {
    List<MergeGroup> first = new ArrayList<>();
    long left = bytes;
    for (MergeGroup group : groups) {
      left -= group.bytes();
      if (left < 0 && !first.isEmpty()) {
        return first;
      }
      first.add(group);
    }
    return first;
  }

  /** Rows that the new file must have; -1 if a source doesn't say how many it has. */
  long rows() {
    return sources.stream().anyMatch(file -> file.numRecords() < 0)
        ? -1
        : sources.stream().mapToLong(DataFile::liveRecords).sum();
  }
}
