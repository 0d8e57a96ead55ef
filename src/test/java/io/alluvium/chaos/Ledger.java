package io.alluvium.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the broker has acknowledged: each partition's values by offset. Safe for several threads.
 */
final class Ledger {
  private final List<List<byte[]>> partitions;

  Ledger(int partitionCount) {
    partitions =
        IntStream.range(0, partitionCount).<List<byte[]>>mapToObj(p -> new ArrayList<>()).toList();
  }

  /**
   * @param value nullable
   */
  synchronized void acknowledged(int partition, long offset, byte[] value) {
    if (offset != end(partition)) {
      throw new IllegalStateException(
          "partition " + partition + " has " + offset + " after " + (end(partition) - 1));
    }
    partitions.get(partition).add(value);
  }

  int partitionCount() {
    return partitions.size();
  }

  /** The offset after the last. */
  synchronized long end(int partition) {
    return partitions.get(partition).size();
  }

  /** The values from {@code from} up to, without, {@code to}; null where the record has none. */
  synchronized List<byte[]> values(int partition, long from, long to) {
    return new ArrayList<>(partitions.get(partition).subList((int) from, (int) to));
  }

  synchronized long size() {
    return partitions.stream().mapToLong(List::size).sum();
  }
}
