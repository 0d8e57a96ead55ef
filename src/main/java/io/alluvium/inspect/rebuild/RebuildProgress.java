package io.alluvium.inspect.rebuild;

/** Told now and then, on the thread that rebuilds, how far it has come. */
@FunctionalInterface
public interface RebuildProgress {
  /** Tells nobody. */
  RebuildProgress NONE = (read, expected, keys) -> {};

  /**
   * @param read bronze rows that were read
   * @param expected how many there are
   * @param keys silver rows so far
   */
  void at(long read, long expected, long keys);
}
