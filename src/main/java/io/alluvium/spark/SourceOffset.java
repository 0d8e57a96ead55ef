package io.alluvium.spark;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** How far a query has read its source at the end of a batch. */
public sealed interface SourceOffset {
  /**
   * Of Kafka topics (KafkaSourceOffset).
   *
   * @param topics by topic and partition, the next offset
   */
  record Kafka(Map<String, Map<Integer, Long>> topics) implements SourceOffset {
    public Kafka {
      topics = Collections.unmodifiableMap(new TreeMap<>(topics));
    }
  }

  /**
   * Of a Delta table (DeltaSourceOffset). Versions below this one are read completely; of this one,
   * files up to {@code index} are, none if it is negative.
   *
   * @param tableId of the table's metadata
   * @param initial whether the version is the snapshot that the query began with, which it reads
   *     whole before it follows versions
   */
  record Delta(String tableId, long version, long index, boolean initial) implements SourceOffset {}

  /** Of anything else, or of nothing yet. */
  record Other(String text) implements SourceOffset {}
}
