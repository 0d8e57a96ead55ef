package io.alluvium.inspect.verify;

import java.util.List;

/**
 * What a verification saw.
 *
 * @param bronzeVersion the version of bronze that was read
 * @param silverVersion the version of silver that was read, before bronze's
 * @param bronzeRows bronze rows that silver must reflect, and that were reduced
 * @param outOfSilver those of them that lack a key column or the first sequence column
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
    long outOfSilver,
    long keys,
    long silverRows,
    long batches,
    boolean followed,
    int partitions,
    List<Finding> findings,
    List<String> notices) {
  public VerificationReport {
    findings = List.copyOf(findings);
    notices = List.copyOf(notices);
  }

  /** Whether nothing is wrong. */
  public boolean right() {
    return findings.isEmpty();
  }
}
