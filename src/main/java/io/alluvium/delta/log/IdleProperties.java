package io.alluvium.delta.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds properties that ask for what the protocol of their table doesn't have: they mean nothing
 * (Delta protocol, "Table Features": a feature is active only if the protocol supports it).
 */
final class IdleProperties {
  private static final Map<String, Set<String>> SWITCHES =
      Map.of(
          TableFeatures.ENABLE_VECTORS,
          Set.of(TableFeatures.VECTORS),
          TableFeatures.ENABLE_CHANGE_DATA,
          Set.of(TableFeatures.CHANGE_DATA),
          "delta.enableRowTracking",
          Set.of("rowTracking"),
          "delta.enableIcebergCompatV1",
          Set.of("icebergCompatV1"),
          "delta.enableIcebergCompatV2",
          Set.of("icebergCompatV2"),
          "delta.enableIcebergCompatV3",
          Set.of("icebergCompatV3"),
          "delta.enableInCommitTimestamps",
          Set.of("inCommitTimestamp"),
          "delta.enableTypeWidening",
          Set.of("typeWidening"));
  private static final String UNIFORM = "delta.universalFormat.enabledFormats";
  private static final Set<String> ICEBERG =
      Set.of("icebergCompatV1", "icebergCompatV2", "icebergCompatV3");
  private static final String COLUMN_MAPPING = "delta.columnMapping.mode";
  private static final String CHECKPOINT_POLICY = "delta.checkpointPolicy";
  private static final String CONSTRAINT = "delta.constraints.";

  private IdleProperties() {}

  /** Each as {@code name=value}, sorted. */
  static List<String> find(Action.Protocol protocol, Map<String, String> properties) {
    Set<String> features = ProtocolRules.features(protocol);
    List<String> idle = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          Set<String> needed = needed(name, value);
          if (!needed.isEmpty() && needed.stream().noneMatch(features::contains)) {
            idle.add(name + "=" + value);
          }
        });
    return idle.stream().sorted().toList();
  }

  /** The features of which the property needs one; empty if it needs none. */
  private static Set<String> needed(String name, String value) {
    if (SWITCHES.containsKey(name)) {
      return Boolean.parseBoolean(value) ? SWITCHES.get(name) : Set.of();
    }
    if (name.equals(UNIFORM) && value != null && value.contains("iceberg")) {
      return ICEBERG;
    }
    if (name.equals(COLUMN_MAPPING) && !"none".equals(value)) {
      return Set.of("columnMapping");
    }
    if (name.equals(CHECKPOINT_POLICY) && "v2".equals(value)) {
      return Set.of("v2Checkpoint");
    }
    return name.startsWith(CONSTRAINT) ? Set.of("checkConstraints") : Set.of();
  }
}
