package io.alluvium.pipeline;

/** Where a task leaves its batches. Safe for several threads. */
interface Handover {
  void bronze(BronzeBatch batch);

  void silver(SilverBatch batch);

  /** At how many bytes a task seals its open bronze buffer, whatever its age. */
  long openLimit();

  /** Blocks while storage is behind; ends with the lease. */
  void awaitRoom(Lease lease) throws InterruptedException;
}
