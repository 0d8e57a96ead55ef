package io.alluvium.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One pipeline as its file describes it, checked: a value of this type can be run. Made by the
 * configuration parser only.
 *
 * @param name application id, consumer group and prefix of the tables' transaction ids
 * @param kafka what goes to Kafka as it is, by Kafka's own keys; may hold secrets
 */
public record PipelineConfig(
    String name,
    Map<String, String> kafka,
    SourceConfig source,
    BronzeConfig bronze,
    SilverConfig silver,
    TablesConfig tables,
    LimitsConfig limits,
    ManagementConfig management) {
  public PipelineConfig {
    kafka = Collections.unmodifiableMap(new LinkedHashMap<>(kafka));
  }

  /** Without Kafka's values, which may be secrets: a configuration ends up in logs easily. */
  @Override
  public String toString() {
    return "PipelineConfig[name=" + name + ", source=" + source + ", kafka=" + kafka.keySet() + "]";
  }
}
