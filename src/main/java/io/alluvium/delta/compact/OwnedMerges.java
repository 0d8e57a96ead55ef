package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which files of a table without order become one: small ones of one table partition and
 * one owner, and those of which so many rows are deleted that a file without them is due. Tags of
 * owners are never mixed. Pure.
 */
public final class OwnedMerges {
  /** A file is written anew, alone if need be, if one in so many rows is deleted. */
  private static final int DELETED_SHARE = 4;

  private final long targetBytes;

  /**
   * @param targetBytes files that together aren't larger become one; one of half of it stays
   */
  public OwnedMerges(long targetBytes) {
    this.targetBytes = targetBytes;
  }

  private record Place(String owner, Map<String, String> values) {}

  public List<MergeGroup> plan(List<DataFile> files) {
    Map<Place, List<DataFile>> places = new LinkedHashMap<>();
    for (DataFile file : files) {
      if (2 * liveBytes(file) < targetBytes || isWorn(file)) {
        places
            .computeIfAbsent(
                new Place(FileTags.owner(file), file.partitionValues()), p -> new ArrayList<>())
            .add(file);
      }
    }
    List<MergeGroup> groups = new ArrayList<>();
    places.forEach((place, members) -> cut(place, members, groups));
    return groups;
  }

  private void cut(Place place, List<DataFile> files, List<MergeGroup> groups) {
    List<DataFile> members = new ArrayList<>();
    long bytes = 0;
    for (DataFile file : files) {
      if (bytes + liveBytes(file) > targetBytes) {
        add(place, members, groups);
        members.clear();
        bytes = 0;
      }
      members.add(file);
      bytes += liveBytes(file);
    }
    add(place, members, groups);
  }

  private static void add(Place place, List<DataFile> members, List<MergeGroup> groups) {
    if (members.size() >= 2 || members.stream().anyMatch(OwnedMerges::isWorn)) {
      groups.add(
          new MergeGroup(
              members,
              place.owner.equals(FileTags.NO_OWNER)
                  ? Map.of()
                  : Map.of(FileTags.OWNER, place.owner)));
    }
  }

  private static boolean isWorn(DataFile file) {
    return file.vector() != null
        && file.vector().cardinality() * DELETED_SHARE >= file.numRecords();
  }

  private static long liveBytes(DataFile file) {
    return file.numRecords() <= 0
        ? file.size()
        : (long) ((double) file.size() * file.liveRecords() / file.numRecords());
  }
}
