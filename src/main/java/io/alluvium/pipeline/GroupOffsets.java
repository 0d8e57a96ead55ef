package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Kafka remembers of a pipeline's consumer group; nothing starts from it. */
public final class GroupOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(GroupOffsets.class);
  private static final long PATIENCE_SECONDS = 10;

  private GroupOffsets() {}

  /** The committed offsets by partition of the source topic; empty if the broker doesn't tell. */
  public static Optional<Map<Integer, Long>> ask(PipelineConfig config) {
    return ask(config, config.name(), config.source().topic());
  }

  /** The same of another group and topic. */
  public static Optional<Map<Integer, Long>> ask(
      PipelineConfig config, String group, String topic) {
    try (Admin admin = Admin.create(StreamsSettings.admin(config))) {
      Map<Integer, Long> offsets = new TreeMap<>();
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .forEach(
              (partition, offset) -> {
                if (offset != null && partition.topic().equals(topic)) {
                  offsets.put(partition.partition(), offset.offset());
                }
              });
      return Optional.of(offsets);
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("the broker doesn't tell the offsets of group {}: {}", group, e.toString());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
