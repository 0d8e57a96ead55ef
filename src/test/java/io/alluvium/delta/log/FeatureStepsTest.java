package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeatureStepsTest {
  @Test
  void uniformIsSwitchedOffBeforeColumnMapping() {
    // When
    List<String> steps = FeatureSteps.drop(List.of("columnMapping", "icebergCompatV2"));

    // Then
    assertThat(steps)
        .containsExactly(
            "ALTER TABLE t UNSET TBLPROPERTIES IF EXISTS ('delta.universalFormat.enabledFormats')",
            "ALTER TABLE t SET TBLPROPERTIES ('delta.enableIcebergCompatV2' = 'false')",
            "ALTER TABLE t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'none')");
  }

  @Test
  void whatIsNotKnownIsDroppedByName() {
    // When
    List<String> steps = FeatureSteps.drop(List.of("writer version 9", "somethingNew"));

    // Then
    assertThat(steps).containsExactly("ALTER TABLE t DROP FEATURE somethingNew");
  }

  @Test
  void afterTheStepsTheTableIsTaken() {
    // Given
    Action.Protocol uniform =
        new Action.Protocol(
            2, 7, Set.of(), Set.of("columnMapping", "icebergCompatV2", "appendOnly"));
    Map<String, String> before =
        Map.of("delta.enableIcebergCompatV2", "true", "delta.columnMapping.mode", "name");
    Map<String, String> after =
        Map.of("delta.enableIcebergCompatV2", "false", "delta.columnMapping.mode", "none");

    // When
    List<String> refused = ProtocolRules.unknown(uniform, before, EngineRules.OWN_WRITER);

    // Then
    assertThat(refused).containsExactlyInAnyOrder("columnMapping", "icebergCompatV2");
    assertThat(ProtocolRules.unknown(uniform, after, EngineRules.OWN_WRITER)).isEmpty();
    assertThat(ProtocolRules.unreadable(uniform, before)).containsExactly("columnMapping");
    assertThat(ProtocolRules.unreadable(uniform, after)).isEmpty();
  }
}
