package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdlePropertiesTest {
  @ParameterizedTest
  @CsvSource({
    "delta.enableDeletionVectors, true, deletionVectors",
    "delta.enableChangeDataFeed, true, changeDataFeed",
    "delta.enableRowTracking, true, rowTracking",
    "delta.universalFormat.enabledFormats, iceberg, icebergCompatV2",
    "delta.columnMapping.mode, name, columnMapping",
    "delta.checkpointPolicy, v2, v2Checkpoint",
    "delta.constraints.positive, n > 0, checkConstraints"
  })
  void aPropertyWithoutItsFeatureIsIdle(String property, String value, String feature) {
    // Given
    Action.Protocol with = new Action.Protocol(3, 7, Set.of(), Set.of(feature));
    Action.Protocol without = new Action.Protocol(1, 2, Set.of(), Set.of());

    // When
    List<String> idle = IdleProperties.find(without, Map.of(property, value, "delta.other", "1"));

    // Then
    assertThat(idle).containsExactly(property + "=" + value);
    assertThat(IdleProperties.find(with, Map.of(property, value))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "delta.enableDeletionVectors, false",
    "delta.columnMapping.mode, none",
    "delta.checkpointPolicy, classic",
    "delta.universalFormat.enabledFormats, ''"
  })
  void aPropertyThatAsksForNothingIsNot(String property, String value) {
    // Given
    Action.Protocol protocol = new Action.Protocol(1, 2, Set.of(), Set.of());

    // When
    List<String> idle = IdleProperties.find(protocol, Map.of(property, value));

    // Then
    assertThat(idle).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"3, checkConstraints", "4, changeDataFeed"})
  void oldWriterVersionsStandForFeatures(int writer, String feature) {
    // Given
    Action.Protocol protocol = new Action.Protocol(1, writer, Set.of(), Set.of());

    // When
    Set<String> features = ProtocolRules.features(protocol);

    // Then
    assertThat(features).contains(feature);
  }
}
