package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import java.util.Optional;
import java.util.stream.Stream;

/** Where messages have the business key. */
public final class MessageKey {
  private MessageKey() {}

  /**
   * A field of the message that is part of the key: records that are partitioned by it lie together
   * for each key.
   *
   * @return empty if no key column is one field of the message as it is
   */
  public static Optional<String> field(PipelineConfig config) {
    return config.silver().key().stream()
        .flatMap(column -> rules(config, column))
        .flatMap(rule -> fields(config, rule))
        .findFirst();
  }

  private static Stream<ColumnRule> rules(PipelineConfig config, String column) {
    return config.silver().columns().stream()
        .filter(rule -> rule.name().equals(column) && rule.steps().isEmpty());
  }

  private static Stream<String> fields(PipelineConfig config, ColumnRule rule) {
    return config.bronze().columns().stream()
        .filter(column -> rule.origin().equals(new Origin.OfColumn(column.name())))
        .filter(BronzeColumn.JsonField.class::isInstance)
        .map(column -> ((BronzeColumn.JsonField) column).field());
  }
}
