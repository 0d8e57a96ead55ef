package io.alluvium.pipeline;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes source partitions that are worked on in this process start again from where silver is, when
 * the re-keyed topic has lost what they sent. Safe for several threads.
 */
final class Resending {
  private static final Logger LOG = LoggerFactory.getLogger(Resending.class);

  private final Leases sources;

  /**
   * @param sources the leases of source partitions
   */
  Resending(Leases sources) {
    this.sources = sources;
  }

  /** Has a source partition sent again, unless that has begun since the stream was sent. */
  void ask(int source, long stream, String reason) {
    Lease lease = sources.current(source);
    if (lease != null && lease.id() == stream && lease.live()) {
      LOG.warn("source {} is sent again: {}", lease, reason);
      lease.fail(reason, null);
    }
  }

  /** Has all source partitions sent again. */
  void askAll(String reason) {
    sources.all().forEach(lease -> lease.fail(reason, null));
  }
}
