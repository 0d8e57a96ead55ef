package io.alluvium.pipeline;

import java.time.Duration;

/**
 * Bounds what lies between the stream threads and storage. Open buffers are each sealed at a share
 * of the half; sealed batches may fill the other half, and a stream thread waits while they do.
 */
final class BufferBudget {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final long half;
  private long sealed;

  /**
   * @param bytes for all tasks together
   */
  BufferBudget(long bytes) {
    this.half = bytes / 2;
  }

  /** At how many bytes one of {@code tasks} seals its open buffer, whatever its age. */
  long openLimit(int tasks) {
    // One more than there are tasks, so that the next is filled while one is on its way.
    return half / (tasks + 1);
  }

  synchronized void sealed(long bytes) {
    sealed += bytes;
  }

  synchronized void released(long bytes) {
    sealed -= bytes;
    notifyAll();
  }

  /** Bytes handed over and not done with. */
  synchronized long inFlight() {
    return sealed;
  }

  /**
   * Blocks while sealed batches fill their half. Ends with the lease, which the writer fails once
   * storage is down past its deadline.
   */
  synchronized void awaitRoom(Lease lease) throws InterruptedException {
    while (sealed > half && lease.live()) {
      wait(LOOK_AGAIN.toMillis());
    }
  }
}
