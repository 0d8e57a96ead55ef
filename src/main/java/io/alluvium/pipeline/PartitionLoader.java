package io.alluvium.pipeline;

import java.io.IOException;

/** Loads what a partition's task starts from, in the background. */
@FunctionalInterface
interface PartitionLoader<T> {
  /**
   * @throws IOException if storage fails; the call can be repeated
   */
  T load(Lease lease) throws IOException;
}
