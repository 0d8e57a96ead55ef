package io.alluvium.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Kafka's settings as the consumer gets them: of a key and the same one addressed to the consumer
 * the most specific holds.
 *
 * @param section where the section begins
 * @param values by the keys as they are written
 */
record KafkaValues(Location section, Map<String, Node.Scalar> values) {
  private static final List<String> CONSUMER = List.of("main.consumer.", "consumer.", "");

  /** Empty if it isn't written. */
  Optional<Node.Scalar> find(String key) {
    return CONSUMER.stream()
        .map(prefix -> values.get(prefix + key))
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** The text, or what holds if it isn't written. */
  String text(String key, String fallback) {
    return find(key).map(Node.Scalar::text).orElse(fallback);
  }

  boolean has(String key) {
    return find(key).isPresent();
  }

  /** Where the first of some keys stands that is written, or the section. */
  Location location(String... keys) {
    return Stream.of(keys)
        .flatMap(key -> find(key).stream())
        .map(Node.Scalar::location)
        .findFirst()
        .orElse(section);
  }

  /** Whether one of Kafka's own config providers is to fill in a key of these, later. */
  boolean isLeftToKafka(String... keys) {
    return Stream.of(keys)
        .flatMap(key -> find(key).stream())
        .anyMatch(v -> v.text().contains("${"));
  }

  /** All texts by their keys. */
  Map<String, String> texts() {
    return FlatSection.texts(values);
  }
}
