package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.TopicErrors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A topic as it is at one moment.
 *
 * @param beginnings by partition, the first offset that it holds
 * @param ends by partition, the offset after the last
 */
public record TopicFacts(Map<Integer, Long> beginnings, Map<Integer, Long> ends) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  public int partitionCount() {
    return ends.size();
  }

  /**
   * Asks the broker for the source.
   *
   * @throws io.alluvium.error.UserException if it can't be reached or has no such topic
   */
  public static TopicFacts ask(PipelineConfig config) {
    return find(config, config.source().topic())
        .orElseThrow(() -> TopicErrors.topicMissing(config.source().topic()));
  }

  /**
   * Asks the broker for the topic whose partitions have silver's keys: the re-keyed one, or the
   * source if there is none.
   *
   * @throws io.alluvium.error.UserException if it can't be reached or lacks one of the topics
   */
  public static TopicFacts askOwning(PipelineConfig config) {
    TopicFacts source = ask(config);
    return RekeyedStart.ask(config, source).orElse(source);
  }

  /**
   * Asks the broker; empty if it has no such topic.
   *
   * @throws io.alluvium.error.UserException if it can't be reached
   */
  public static Optional<TopicFacts> find(PipelineConfig config, String topic) {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            StreamsSettings.observer(config),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic, PATIENCE).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      if (partitions.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new TopicFacts(
              byNumber(consumer.beginningOffsets(partitions, PATIENCE)),
              byNumber(consumer.endOffsets(partitions, PATIENCE))));
    } catch (KafkaException e) {
      throw new BrokerRefusal(config.kafka())
          .ofReading(topic, config.name(), e)
          .orElseGet(
              () ->
                  TopicErrors.brokerUnreachable(topic, config.kafka().get("bootstrap.servers"), e));
    }
  }

  private static Map<Integer, Long> byNumber(Map<TopicPartition, Long> offsets) {
    Map<Integer, Long> numbered = new TreeMap<>();
    offsets.forEach((partition, offset) -> numbered.put(partition.partition(), offset));
    return numbered;
  }
}
