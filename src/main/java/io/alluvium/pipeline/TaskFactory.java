package io.alluvium.pipeline;

/** Puts the parts of a partition's task together. */
@FunctionalInterface
interface TaskFactory<T> {
  /**
   * @param loaded for this lease
   */
  Task create(Lease lease, T loaded);
}
