package io.alluvium.delta.compact;

/**
 * What merges did.
 *
 * @param commits of the table
 * @param addedFiles new ones
 * @param addedBytes of them
 * @param conflicts merges that were dropped because others had changed the files
 */
public record MergeReport(
    long commits,
    long removedFiles,
    long removedBytes,
    long addedFiles,
    long addedBytes,
    long conflicts) {
  public static final MergeReport NOTHING = new MergeReport(0, 0, 0, 0, 0, 0);

  public MergeReport plus(MergeReport more) {
    return new MergeReport(
        commits + more.commits,
        removedFiles + more.removedFiles,
        removedBytes + more.removedBytes,
        addedFiles + more.addedFiles,
        addedBytes + more.addedBytes,
        conflicts + more.conflicts);
  }
}
