package io.alluvium.oci.logging;

import java.util.concurrent.atomic.LongAdder;

/** What became of entries that were meant for OCI Logging. Safe for several threads. */
public final class ShippedEntries {
  private final LongAdder sent = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder failed = new LongAdder();

  void addSent(int entries) {
    sent.add(entries);
  }

  void addDropped() {
    dropped.increment();
  }

  void addFailed(int entries) {
    failed.add(entries);
  }

  /** Taken by the service. */
  public long sent() {
    return sent.sum();
  }

  /** Never sent, since too many were waiting. */
  public long dropped() {
    return dropped.sum();
  }

  /** Given up, because the service refused them or stayed down. */
  public long failed() {
    return failed.sum();
  }
}
