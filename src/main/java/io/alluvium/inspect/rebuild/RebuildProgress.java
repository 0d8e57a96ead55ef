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

  /**
   * Told before anything is read, if a rebuild that was cut short is gone on with.
   *
   * @param done portions that were finished: source partitions, or all rows as one
   * @param portions how many there are
   * @param rows how many rows of bronze needn't be read again
   */
  default void resumed(int done, int portions, long rows) {}

  /** Told before anything is read, if what a rebuild that was cut short had done doesn't count. */
  default void begunAnew() {}
}
