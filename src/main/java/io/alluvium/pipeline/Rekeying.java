package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.error.ConfigurationErrors;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The parts of a pipeline that have to do with its re-keyed topic, wired. */
final class Rekeying {
  private final PipelineConfig config;
  private final RekeyIds ids;
  private final TableLog silver;
  private final Leases leases = new Leases();
  private final RekeyedTasks tasks;
  private final RekeyedOffice office;
  private final Counters counters;

  /**
   * @param partitions of the re-keyed topic
   * @param sources the leases of source partitions
   */
  Rekeying(
      PipelineConfig config,
      int partitions,
      TableLog silver,
      Leases sources,
      Counters counters,
      Clock clock) {
    this.config = config;
    this.ids = RekeyIds.of(config);
    this.silver = silver;
    this.counters = counters;
    Resending resending = new Resending(sources);
    this.tasks = new RekeyedTasks(config, ids, partitions, silver, resending, counters, clock);
    this.office = new RekeyedOffice(config, ids, partitions, silver, resending);
  }

  /** Of the re-keyed topic. */
  AppIds appIds() {
    return ids.rekeyed();
  }

  /** The leases of the re-keyed topic's partitions. */
  Leases leases() {
    return leases;
  }

  RekeyedTasks tasks() {
    return tasks;
  }

  RekeyedOffice office() {
    return office;
  }

  RekeySender sender(BufferBudget budget, Probe probe) {
    return new RekeySender(
        ids.rekeyed().topic(),
        this::connect,
        config.limits().storageDeadline(),
        budget,
        counters,
        probe);
  }

  private Producer<byte[], byte[]> connect() {
    try {
      return new KafkaProducer<>(
          StreamsSettings.producer(config), new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw ConfigurationErrors.kafkaSettingsWrong(e);
    }
  }

  /** Up to where silver reflects each source partition. */
  Map<Integer, Long> passed() throws IOException {
    return SilverPositions.of(config).read(silver.snapshot().txns()).lowest();
  }
}
