package io.alluvium.pipeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Cuts offsets that are to be committed down to what the tables hold. */
final class OffsetClamp {
  private OffsetClamp() {}

  /**
   * What may be committed.
   *
   * @param requested by the stream thread
   * @param durable the next offset that the tables need, null for a partition that isn't ours
   * @param committed what was committed last; the same again is left out
   */
  static Map<TopicPartition, OffsetAndMetadata> clamp(
      Map<TopicPartition, OffsetAndMetadata> requested,
      Function<TopicPartition, Long> durable,
      Map<TopicPartition, Long> committed) {
    Map<TopicPartition, OffsetAndMetadata> allowed = new HashMap<>();
    requested.forEach(
        (partition, offset) -> {
          Long limit = durable.apply(partition);
          if (limit == null) {
            return;
          }
          long next = Math.min(offset.offset(), limit);
          if (next != committed.getOrDefault(partition, -1L)) {
            allowed.put(partition, new OffsetAndMetadata(next));
          }
        });
    return allowed;
  }
}
