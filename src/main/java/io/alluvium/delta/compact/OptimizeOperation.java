package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a commit that only puts files together says of itself, as Spark's OPTIMIZE does
 * (DeltaOperations.Optimize, DeltaOperationMetrics.OPTIMIZE).
 */
public final class OptimizeOperation {
  private OptimizeOperation() {}

  /** Who wanted it; Spark's {@code auto} parameter. */
  public enum Trigger {
    SERVICE,
    PERSON
  }

  /** Metrics that can be added up over several parts of a commit. */
  public static Map<String, Long> metrics(List<DataFile> removes, List<DataFile> adds) {
    Map<String, Long> metrics = new TreeMap<>();
    metrics.put("numRemovedFiles", (long) removes.size());
    metrics.put("numRemovedBytes", bytes(removes));
    metrics.put("numAddedFiles", (long) adds.size());
    metrics.put("numAddedBytes", bytes(adds));
    metrics.put(
        "numDeletionVectorsRemoved",
        removes.stream().filter(file -> file.vector() != null).count());
    return metrics;
  }

  public static Operation of(Trigger trigger, Map<String, Long> metrics) {
    Map<String, String> text = new TreeMap<>();
    metrics.forEach((name, value) -> text.put(name, Long.toString(value)));
    return new Operation(
        "OPTIMIZE",
        Map.of(
            "predicate", "\"[]\"",
            "zOrderBy", "\"[]\"",
            "auto", Boolean.toString(trigger == Trigger.SERVICE)),
        text);
  }

  static long bytes(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::size).sum();
  }
}
