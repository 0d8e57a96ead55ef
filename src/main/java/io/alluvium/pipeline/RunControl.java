package io.alluvium.pipeline;

import java.util.Map;

/**
 * What a running pipeline is asked for from outside. Safe for several threads.
 *
 * <p>With limits (for a run that takes what the topic holds at its start) records at and above a
 * partition's limit are left alone. While it drains, nothing is fetched and everything that was
 * taken is flushed.
 */
final class RunControl {
  private final Map<Integer, Long> limits;
  private volatile boolean draining;

  /**
   * @param limits by partition, the first offset that isn't taken; a partition without one has none
   */
  RunControl(Map<Integer, Long> limits) {
    this.limits = Map.copyOf(limits);
  }

  static RunControl endless() {
    return new RunControl(Map.of());
  }

  long limit(int partition) {
    return limits.getOrDefault(partition, Long.MAX_VALUE);
  }

  Map<Integer, Long> limits() {
    return limits;
  }

  void drain() {
    draining = true;
  }

  boolean draining() {
    return draining;
  }
}
