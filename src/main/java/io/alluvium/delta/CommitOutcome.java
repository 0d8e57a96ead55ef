package io.alluvium.delta;

import java.util.List;
import java.util.Set;

/** How an attempt to commit a {@link TableChange} ended, if it is known. */
public sealed interface CommitOutcome {
  /** The table holds the change, now or since an earlier attempt whose answer was lost. */
  record Committed(long version) implements CommitOutcome {}

  /**
   * The table's transaction versions are not the expected ones, and the change is not in the table:
   * somebody else writes these partitions now. Nothing was committed; the stale work must go.
   *
   * @param stale the advances that didn't fit
   */
  record Fenced(List<TxnAdvance> stale) implements CommitOutcome {}

  /**
   * The table's definition changed, or what happened to it isn't known in detail any more. Nothing
   * was committed; everything must be read anew.
   *
   * @param reason in words, for the log
   */
  record Redefined(String reason) implements CommitOutcome {}

  /**
   * Files of nobody's that it marks have got other deletion vectors from this program, for rows of
   * other owners. Nothing was committed; the marks have to be united with those.
   *
   * @param paths of the files
   */
  record Outdated(Set<String> paths) implements CommitOutcome {}

  /**
   * Another writer changed what this change builds on: a file that it removes is gone, or rows came
   * that it doesn't know. Nothing was committed; locations must be read anew.
   *
   * @param reason in words, for the log
   * @param owners whose rows it is about, by {@link FileTags#OWNER}; {@link FileTags#NO_OWNER}
   *     among them = everybody's
   */
  record Conflict(String reason, Set<String> owners) implements CommitOutcome {
    /** Whether rows of this owner may be concerned. */
    public boolean concerns(String owner) {
      return owners.contains(owner) || owners.contains(FileTags.NO_OWNER);
    }
  }
}
