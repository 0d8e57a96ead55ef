package io.alluvium.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One pipeline as its file describes it, checked: a value of this type can be run. Made by the
 * configuration parser only.
 *
 * @param name application id, consumer group and prefix of the tables' transaction ids
 * @param rekey empty if the source is partitioned by silver's key
 * @param kafka what goes to Kafka as it is, by Kafka's own keys; may hold secrets
 * @param hadoop the same for Hadoop's file systems, through which tables on object storage are
 *     reached
 * @param secretsCheckInterval how often files and Vault are asked for changed secrets
 */
public record PipelineConfig(
    String name,
    Map<String, String> kafka,
    Map<String, String> hadoop,
    SourceConfig source,
    Optional<RekeyConfig> rekey,
    BronzeConfig bronze,
    SilverConfig silver,
    TablesConfig tables,
    LimitsConfig limits,
    ManagementConfig management,
    OciConfig oci,
    Duration secretsCheckInterval) {
  public PipelineConfig {
    kafka = Collections.unmodifiableMap(new LinkedHashMap<>(kafka));
    hadoop = Collections.unmodifiableMap(new LinkedHashMap<>(hadoop));
  }

  /** The same with other settings for Kafka. */
  PipelineConfig withKafka(Map<String, String> other) {
    return new PipelineConfig(
        name,
        other,
        hadoop,
        source,
        rekey,
        bronze,
        silver,
        tables,
        limits,
        management,
        oci,
        secretsCheckInterval);
  }

  /** The consumer groups of the pipeline; silver has one of its own if rows are re-keyed. */
  public List<String> groups() {
    return rekey.isPresent() ? List.of(name, silverGroup()) : List.of(name);
  }

  /** The consumer group that reads the re-keyed topic. */
  public String silverGroup() {
    return name + "-silver";
  }

  /**
   * Without Kafka's and Hadoop's values, which may be secrets: a configuration ends up in logs
   * easily.
   */
  @Override
  public String toString() {
    return "PipelineConfig[name=" + name + ", source=" + source + ", kafka=" + kafka.keySet() + "]";
  }
}
