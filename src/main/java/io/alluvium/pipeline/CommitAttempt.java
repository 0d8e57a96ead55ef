package io.alluvium.pipeline;

import io.alluvium.delta.TableChange;
import java.util.List;
import java.util.Optional;

/**
 * A change tried for some batches; as long as its outcome is unknown and none of them leaves, it is
 * tried again as it is.
 *
 * @param change empty if a shared file that they mark is gone
 * @param newPaths of what was written for the change alone
 */
record CommitAttempt<B extends Batch>(
    List<WrittenBatch<B>> batches, Optional<TableChange> change, List<String> newPaths) {
  static <B extends Batch> CommitAttempt<B> none() {
    return new CommitAttempt<>(List.of(), Optional.empty(), List.of());
  }

  boolean isOf(List<WrittenBatch<B>> left) {
    return !batches.isEmpty() && left.containsAll(batches);
  }
}
