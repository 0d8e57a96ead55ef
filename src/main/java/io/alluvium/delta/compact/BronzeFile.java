package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A bronze file that tells which batches it holds. */
record BronzeFile(DataFile file, int partition, List<BatchRun> runs) {
  /** Of one batch the files are numbered in the order in which they were written. */
  static final Comparator<BronzeFile> IN_OFFSET_ORDER =
      Comparator.<BronzeFile>comparingLong(f -> f.runs.get(0).from())
          .thenComparing(f -> f.file.path());

  static Optional<BronzeFile> of(DataFile file) {
    if (file.vector() != null || file.numRecords() < 0) {
      return Optional.empty();
    }
    return BatchRuns.of(file)
        .map(
            runs ->
                new BronzeFile(
                    file, Math.toIntExact(BatchRuns.partition(file).orElseThrow()), runs));
  }

  long to() {
    return runs.stream().mapToLong(BatchRun::to).max().orElseThrow();
  }

  long lastIngest() {
    return runs.stream().mapToLong(BatchRun::lastIngest).max().orElseThrow();
  }

  Map<String, String> partitionValues() {
    return file.partitionValues();
  }
}
