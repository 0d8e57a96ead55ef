package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Kafka's settings for a pipeline: ours as defaults, the configuration's {@code kafka.*} over them,
 * what must be so on top.
 */
final class StreamsSettings {
  /** Larger fetches were the one setting that made a difference in throughput. */
  private static final int FETCH_BYTES = 8 << 20;

  private static final int REQUEST_MS = 30_000;

  private StreamsSettings() {}

  /**
   * @param group application id and consumer group
   */
  static Properties streams(PipelineConfig config, String group) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
    // Without a prefix, as a file writes it: Streams lets a prefixed key win over a plain one.
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    // A store may take its time to load; the tasks that wait for it must not time out.
    settings.put(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.putAll(config.kafka());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, group);
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    // The streams protocol has its own consumer, which no gate stands before.
    settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    settings.put(
        StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    settings.put(
        StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    // OCI Streaming refuses InitProducerId; Streams itself produces nothing anyway.
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG), false);
    Properties properties = new Properties();
    properties.putAll(settings);
    return properties;
  }

  /** For an admin client that only asks. */
  static Map<String, Object> admin(PipelineConfig config) {
    Map<String, Object> settings = client(config, "admin\\.", AdminClientConfig.configNames());
    settings.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }

  /**
   * For the producer that sends to the re-keyed topic: whatever is acknowledged lies there in the
   * order in which it was sent. Without idempotence (KIP-98), which OCI Streaming refuses, that
   * takes one request under way at a time.
   */
  static Map<String, Object> producer(PipelineConfig config) {
    Map<String, Object> settings = new HashMap<>();
    int deadline = Math.toIntExact(config.limits().storageDeadline().toMillis());
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deadline);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, deadline);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_MS, deadline / 2));
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, config.name() + "-rekey");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    settings.putAll(client(config, "producer\\.", ProducerConfig.configNames()));
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }

  /** For a plain consumer that only looks at the topic. */
  static Map<String, Object> observer(PipelineConfig config) {
    Map<String, Object> settings =
        client(config, "(main\\.)?consumer\\.", ConsumerConfig.configNames());
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, config.name() + "-observer");
    settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }

  /** The settings that one kind of client knows, those under its prefix over the general ones. */
  private static Map<String, Object> client(
      PipelineConfig config, String prefix, Set<String> known) {
    Map<String, Object> settings = new HashMap<>(config.kafka());
    config
        .kafka()
        .forEach(
            (key, value) -> {
              if (key.matches("^" + prefix + ".+")) {
                settings.put(key.replaceFirst("^" + prefix, ""), value);
              }
            });
    settings.keySet().retainAll(known);
    return settings;
  }
}
