package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pipeline files for OCI are the TfL one with other ways to the broker. */
class OciPipelinesTest {
  private static final String SECRET = "auth-token-7";
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "KAFKA_BOOTSTRAP_SERVERS",
          "cell-1.streaming.eu-frankfurt-1.oci.oraclecloud.com:9092",
          "KAFKA_USERNAME",
          "tenancy/user/ocid1.streampool.oc1.eu-frankfurt-1.x",
          "KAFKA_PASSWORD",
          SECRET);

  private static ParsedPipeline parsed(String file, String... overrides) {
    return new PipelineParser(ENVIRONMENT::get, Path.of("/somewhere"))
        .parse(Path.of("config", file), List.of(overrides));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oci.yaml", "oci-kafka.yaml"})
  void theTablesAreThoseOfTfl(String file) {
    // Given
    String elsewhere = "kafka.bootstrap.servers=host:9092";
    String anyUser =
        "kafka.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"u\" password=\"p\";";
    String[] overrides =
        file.equals("oci.yaml") ? new String[0] : new String[] {elsewhere, anyUser};

    // When
    PipelineConfig config = parsed(file, overrides).config();

    // Then
    PipelineConfig tfl = parsed("tfl.yaml", elsewhere).config();
    assertThat(config.bronze()).isEqualTo(tfl.bronze());
    assertThat(config.silver()).isEqualTo(tfl.silver());
    assertThat(config.source().topic()).isEqualTo(tfl.source().topic());
  }

  @Test
  void secretsComeFromOutsideAndAreMasked() {
    // Given
    ParsedPipeline oci = parsed("oci.yaml");

    // When
    String shown = oci.effectiveYaml();

    // Then
    assertThat(oci.config().kafka().get("sasl.jaas.config")).contains(SECRET);
    assertThat(shown).contains("fetch-interval: 250ms").doesNotContain(SECRET);
  }

  @Test
  void everyKeyForStreamingIsOneThatKafkaKnows() {
    // Given
    Set<String> written = parsed("oci.yaml").config().kafka().keySet();

    // When
    List<String> unknown = written.stream().filter(key -> !KafkaRules.isKnown(key)).toList();

    // Then
    assertThat(unknown).isEmpty();
  }
}
