package io.alluvium.pipeline;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How far silver has come with each source partition, by each way that its rows take: one if they
 * come straight from the source, else one a partition of the re-keyed topic.
 *
 * @param bySource by source partition, by way, the next offset that silver takes
 */
public record SilverReach(Map<Integer, Map<Integer, Long>> bySource) {

  /** Up to where silver reflects every row of a source partition; empty if it knows nothing. */
  public OptionalLong lowest(int source) {
    return ways(source).values().stream().mapToLong(Long::longValue).min();
  }

  /** Up to where silver reflects some row of a source partition; empty if it knows nothing. */
  public OptionalLong highest(int source) {
    return ways(source).values().stream().mapToLong(Long::longValue).max();
  }

  /** Up to where silver reflects every row of each source partition. */
  public Map<Integer, Long> lowest() {
    Map<Integer, Long> lowest = new TreeMap<>();
    bySource.keySet().forEach(source -> lowest.put(source, lowest(source).orElseThrow()));
    return lowest;
  }

  /** The next offset of a source partition, by way; empty if silver knows nothing of it. */
  public Map<Integer, Long> ways(int source) {
    return Collections.unmodifiableMap(bySource.getOrDefault(source, Map.of()));
  }

  /** The next offset of each source partition by one way. */
  Map<Integer, Long> along(int way) {
    Map<Integer, Long> next = new TreeMap<>();
    bySource.forEach(
        (source, ways) -> {
          if (ways.containsKey(way)) {
            next.put(source, ways.get(way));
          }
        });
    return next;
  }

  /** How many ways silver knows of, those that it has no row from included. */
  public int count() {
    return bySource.values().stream()
        .flatMap(ways -> ways.keySet().stream())
        .mapToInt(way -> way + 1)
        .max()
        .orElse(0);
  }
}
