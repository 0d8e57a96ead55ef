package io.alluvium.pipeline;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Whether a table takes what is handed to its writer. */
final class Readiness {
  /** Storage that is away for less is nothing to tell. */
  static final Duration FAILING = Duration.ofSeconds(10);

  private Readiness() {}

  /**
   * Why a table doesn't, or empty.
   *
   * @param deadline the time that one commit may take
   * @param leases whose records are to be durable in it
   */
  static Optional<String> refusal(
      String table, CommitMeter meter, Duration deadline, Collection<Lease> leases) {
    // Partitions that went elsewhere leave a failure behind that nobody will mend here.
    boolean owing = leases.stream().anyMatch(lease -> lease.durable() < lease.processed());
    if (owing && meter.failing().compareTo(FAILING) >= 0) {
      return Optional.of(
          "storage of " + table + " has failed for " + meter.failing().toSeconds() + " s");
    }
    if (meter.busy().compareTo(deadline) > 0) {
      return Optional.of(
          "a commit to " + table + " has been under way for " + meter.busy().toSeconds() + " s");
    }
    return Optional.empty();
  }
}
