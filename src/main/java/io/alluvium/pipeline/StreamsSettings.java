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

  private StreamsSettings() {}

  static Properties streams(PipelineConfig config) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
    settings.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), FETCH_BYTES);
    // A store may take its time to load; the tasks that wait for it must not time out.
    settings.put(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.putAll(config.kafka());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.name());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    // The streams protocol has its own consumer, which no gate stands before.
    settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    settings.put(
        StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    settings.put(
        StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    // OCI Streaming refuses InitProducerId; nothing is produced anyway.
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
