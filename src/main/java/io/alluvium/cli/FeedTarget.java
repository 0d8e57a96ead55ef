package io.alluvium.cli;

import io.alluvium.config.MessageKey;
import io.alluvium.config.PipelineConfig;
import io.alluvium.feed.FeedPublisher;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where {@code feed} sends to: the topic of a pipeline, or one that is named directly. */
final class FeedTarget {
  @ArgGroup(exclusive = false)
  private PipelineOptions pipeline;

  @ArgGroup(exclusive = false)
  private Direct direct;

  private static final class Direct {
    @Option(
        names = "--bootstrap-servers",
        required = true,
        paramLabel = "HOST:PORT",
        description = "The brokers, where no pipeline file names them.")
    private String servers;

    @Option(
        names = "--topic",
        required = true,
        paramLabel = "TOPIC",
        description = "The topic, together with --bootstrap-servers.")
    private String topic;
  }

  /**
   * Resolved.
   *
   * @param client settings for any Kafka client; may hold secrets
   * @param keyField the field of the messages that partitions them by silver's key, if known
   */
  record Destination(String topic, Map<String, String> client, Optional<String> keyField) {
    /** Settings for a producer: the feed's own, and on top what the pipeline says for Kafka. */
    Map<String, Object> producer() {
      Map<String, Object> settings = new HashMap<>(FeedPublisher.PRODUCER_DEFAULTS);
      client.forEach(
          (key, value) -> {
            // The pipeline's section is written for its consumer.
            if (ProducerConfig.configNames().contains(key)) {
              settings.put(key, value);
            }
          });
      return settings;
    }
  }

  Destination resolve() {
    if (direct != null) {
      return new Destination(
          direct.topic,
          Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, direct.servers),
          Optional.empty());
    }
    PipelineConfig config = pipeline.config();
    return new Destination(
        config.source().topic(), Map.copyOf(config.kafka()), MessageKey.field(config));
  }
}
