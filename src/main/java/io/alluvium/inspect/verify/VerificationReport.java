package io.alluvium.inspect.verify;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a verification saw.
 *
 * @param bronzeVersion the version of bronze that was read
 * @param silverVersion the version of silver that was read, before bronze's
 * @param bronzeRows bronze rows that silver must reflect, and that were reduced
 * @param incomplete how many of them lack a key column or the first sequence column, by the first
 *     that they lack
 * @param keys distinct keys of the others
 * @param silverRows rows of silver
 * @param batches bronze batches that tell their offsets
 * @param followed whether the offsets could be followed from batch to batch
 * @param partitions source partitions
 * @param findings what is wrong, empty if all is right
 * @param notices what is unusual and not wrong, or can't be told
 */
public record VerificationReport(
    long bronzeVersion,
    long silverVersion,
    long bronzeRows,
    Map<String, Long> incomplete,
    long keys,
    long silverRows,
    long batches,
    boolean followed,
    int partitions,
    List<Finding> findings,
    List<String> notices) {
  public VerificationReport {
    incomplete = Collections.unmodifiableMap(new TreeMap<>(incomplete));
    findings = List.copyOf(findings);
    notices = List.copyOf(notices);
  }

  /** Rows that can't enter silver. */
  public long outOfSilver() {
    return incomplete.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether nothing is wrong. */
  public boolean right() {
    return findings.isEmpty();
  }
}
