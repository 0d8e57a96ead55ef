package io.alluvium.pipeline;

import io.alluvium.delta.Operation;
import io.alluvium.delta.TxnAdvance;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How our commits describe themselves: Spark's operation and metric names, and our offsets. */
public final class Operations {
  /** The parameter that says why a commit only moves positions. */
  public static final String REASON = "reason";

  private static final String APPEND = "STREAMING UPDATE";

  private Operations() {}

  /** Why a commit moves positions otherwise than by the records that it brings. */
  public enum Reason {
    /** A first position. */
    START,
    /** Offsets that the topic lost are left out. */
    SKIP_GAP,
    /** Somebody wanted it so. */
    RESET,
    /** The table was made anew, and holds now what bronze holds at these positions. */
    REBUILD
  }

  /**
   * A commit that moves positions only. Under Spark's name for a streaming append, since
   * delta-standalone knows a fixed set of names.
   */
  public static Operation move(Reason reason, List<TxnAdvance> advances) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put(REASON, "\"" + reason + "\"");
    advances.forEach(
        txn -> parameters.put(txn.appId(), "\"" + txn.expected() + " to " + txn.next() + "\""));
    return new Operation(APPEND, parameters, Map.of());
  }

  /**
   * A commit that puts a table made anew in the place of the old one.
   *
   * @param metrics numbers by Spark's names
   */
  public static Operation rebuild(List<TxnAdvance> advances, Map<String, Long> metrics) {
    Map<String, String> parameters = new TreeMap<>(move(Reason.REBUILD, advances).parameters());
    parameters.put("mode", "\"Overwrite\"");
    return new Operation("WRITE", parameters, text(metrics));
  }

  static Operation append(List<? extends Batch> batches, Map<String, Long> metrics) {
    return new Operation(
        APPEND, Map.of("outputMode", "\"Append\"", "offsets", offsets(batches)), text(metrics));
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
