package io.alluvium.pipeline;

import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives partitions their leases when they are assigned. Called on the stream thread. */
interface Leasing {
  /**
   * A new lease of the partition.
   *
   * @throws io.alluvium.error.UserException if the topic and the tables don't fit together
   * @throws IOException if storage is down past the deadline
   */
  Lease open(int partition, SourceAccess source) throws IOException, InterruptedException;

  /** Tries to open a lease once. */
  @FunctionalInterface
  interface Attempt {
    /** Empty if it is to be tried again at once. */
    Optional<Lease> run() throws IOException;
  }

  /** Tries until there is a lease, or storage is down past the deadline. */
  static Lease patiently(Retry retry, Attempt attempt) throws IOException, InterruptedException {
    Logger log = LoggerFactory.getLogger(Leasing.class);
    while (true) {
      try {
        Optional<Lease> lease = attempt.run();
        if (lease.isPresent()) {
          return lease.get();
        }
      } catch (IOException e) {
        log.warn("the tables' positions can't be read, trying again: {}", e.toString());
        if (!retry.pause()) {
          throw e;
        }
      }
    }
  }
}
