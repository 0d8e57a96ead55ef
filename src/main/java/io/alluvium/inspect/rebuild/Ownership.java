package io.alluvium.inspect.rebuild;

import io.alluvium.delta.FileTags;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Whose task has the keys of bronze's rows now, as far as that is known: a task supersedes rows of
 * its own files, and marks those of its keys in files of nobody's.
 */
sealed interface Ownership {
  /** How many the topic has now. */
  int partitions();

  /** The source partition of a row has its key still. */
  record Kept(int partitions) implements Ownership {}

  /**
   * Keys may be with another partition than their rows came from.
   *
   * @param reason in words
   */
  record Unknown(int partitions, String reason) implements Ownership {}

  /**
   * Decides. With one partition there is but one owner.
   *
   * @param partitions of the topic now
   * @param atFirst how many there were when bronze began to take from it; empty if unknown
   * @param seen partitions that bronze has positions or rows of
   * @param untagged bronze files that don't say which partition their rows came from
   */
  static Ownership decide(
      int partitions, OptionalLong atFirst, Collection<Integer> seen, int untagged) {
    if (partitions == 1 && seen.stream().allMatch(p -> p == 0)) {
      return new Kept(1);
    }
    if (atFirst.isEmpty()) {
      return new Unknown(
          partitions, "bronze doesn't tell how many partitions the topic had at first");
    }
    if (atFirst.getAsLong() != partitions || seen.stream().anyMatch(p -> p >= partitions)) {
      return new Unknown(
          partitions, "the topic had " + atFirst.getAsLong() + " partitions at first");
    }
    return untagged == 0
        ? new Kept(partitions)
        : new Unknown(
            partitions, untagged + " files of bronze don't tell the partition of their rows");
  }

  /** The tags of silver's files with the keys of a source partition. */
  default Map<String, String> tags(int partition) {
    return this instanceof Kept ? Map.of(FileTags.OWNER, owner(partition)) : Map.of();
  }

  /** Everybody who may be asked for the keys of a source partition. */
  default List<String> owners(int partition) {
    return this instanceof Kept
        ? List.of(owner(partition))
        : IntStream.range(0, partitions()).mapToObj(this::owner).toList();
  }

  private String owner(int partition) {
    return partition + "/" + partitions();
  }
}
