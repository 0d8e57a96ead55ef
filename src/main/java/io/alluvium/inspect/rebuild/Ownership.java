package io.alluvium.inspect.rebuild;

import io.alluvium.delta.FileTags;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.row.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Whose task has the keys of bronze's rows now, as far as that is known: a task supersedes rows of
 * its own files, and marks those of its keys in files of nobody's.
 */
sealed interface Ownership {
  /** How many partitions there are for silver's keys now. */
  int partitions();

  /**
   * Rows of silver by whose they are.
   *
   * @param source where all of them came from; any partition if this isn't {@link Kept}
   */
  List<Share> rows(List<Row> rows, int source);

  /** What is remembered of deleted keys, to be read by everybody who may be asked for them. */
  List<Share> markers(List<Row> markers, int source);

  /** The source partition of a row has its key still. */
  record Kept(int partitions) implements Ownership {
    @Override
    public List<Share> rows(List<Row> rows, int source) {
      return List.of(new Share(owner(source, partitions), rows));
    }

    @Override
    public List<Share> markers(List<Row> markers, int source) {
      return rows(markers, source);
    }
  }

  /**
   * Keys may be with another partition than their rows came from.
   *
   * @param reason in words
   */
  record Unknown(int partitions, String reason) implements Ownership {
    @Override
    public List<Share> rows(List<Row> rows, int source) {
      return List.of(new Share(FileTags.NO_OWNER, rows));
    }

    @Override
    public List<Share> markers(List<Row> markers, int source) {
      // Each owner reads its own only.
      return IntStream.range(0, partitions)
          .mapToObj(partition -> new Share(owner(partition, partitions), markers))
          .toList();
    }
  }

  /**
   * A re-keyed topic has a partition for each key, wherever its rows came from.
   *
   * @param keys tells it
   */
  record ByKey(int partitions, KeyBytes keys) implements Ownership {
    @Override
    public List<Share> rows(List<Row> rows, int source) {
      Map<Integer, List<Row>> byPartition = new TreeMap<>();
      for (Row row : rows) {
        byPartition
            .computeIfAbsent(keys.partition(row, partitions), p -> new ArrayList<>())
            .add(row);
      }
      return byPartition.entrySet().stream()
          .map(entry -> new Share(owner(entry.getKey(), partitions), entry.getValue()))
          .toList();
    }

    @Override
    public List<Share> markers(List<Row> markers, int source) {
      return rows(markers, source);
    }
  }

  /**
   * Decides for rows that come straight from the source. With one partition there is but one owner.
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

  /** How the task of a partition calls itself. */
  private static String owner(int partition, int partitions) {
    return partition + "/" + partitions;
  }
}
