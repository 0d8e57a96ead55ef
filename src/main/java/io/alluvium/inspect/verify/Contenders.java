package io.alluvium.inspect.verify;

import io.alluvium.row.Row;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Rows of one key on several source partitions that don't tell which is newer: nobody knows in
 * which order they came to silver, so that of each partition one may be there. For one thread.
 */
final class Contenders {
  private final Map<Integer, Map<Integer, Row>> byKey = new HashMap<>();

  boolean has(int key) {
    return byKey.containsKey(key);
  }

  /**
   * Takes a row.
   *
   * @param better of two rows of one partition
   */
  void add(int key, int partition, Row row, BinaryOperator<Row> better) {
    byKey.computeIfAbsent(key, k -> new TreeMap<>()).merge(partition, row, better);
  }

  /** A newer row than all of them has come. */
  void remove(int key) {
    byKey.remove(key);
  }

  /** One row of each partition. */
  Collection<Row> of(int key) {
    return byKey.containsKey(key) ? byKey.get(key).values() : List.of();
  }
}
