package io.alluvium.pipeline;

import io.alluvium.delta.Operation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How our commits describe themselves: Spark's operation and metric names, and our offsets. */
final class Operations {
  private Operations() {}

  static Operation append(List<? extends Batch> batches, Map<String, Long> metrics) {
    return new Operation(
        "STREAMING UPDATE",
        Map.of("outputMode", "\"Append\"", "offsets", offsets(batches)),
        text(metrics));
  }

  static Operation merge(List<? extends Batch> batches, Map<String, Long> metrics) {
    return new Operation("MERGE", Map.of("offsets", offsets(batches)), text(metrics));
  }

  /** The offsets of each source partition, {@code "0: 100 to 200"}, as a JSON string. */
  private static String offsets(List<? extends Batch> batches) {
    Map<Integer, long[]> ranges = new TreeMap<>();
    for (Batch batch : batches) {
      ranges.merge(
          batch.lease().partition(),
          new long[] {batch.from(), batch.to()},
          (a, b) -> new long[] {a[0], b[1]});
    }
    return ranges.entrySet().stream()
        .map(e -> e.getKey() + ": " + e.getValue()[0] + " to " + e.getValue()[1])
        .collect(Collectors.joining(", ", "\"", "\""));
  }

  private static Map<String, String> text(Map<String, Long> metrics) {
    Map<String, String> text = new TreeMap<>();
    metrics.forEach((name, value) -> text.put(name, Long.toString(value)));
    return text;
  }
}
