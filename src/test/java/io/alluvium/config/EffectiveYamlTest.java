package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code validate} prints. */
class EffectiveYamlTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("DB_PASSWORD", "hunter2");
  private static final PipelineParser PARSER = new PipelineParser(ENVIRONMENT::get, Path.of("/w"));

  @Test
  void isTheSamePipelineWhenReadAgain() {
    // Given
    ParsedPipeline tfl = PARSER.parse(Path.of("config/tfl.yaml"), List.of());

    // When
    PipelineConfig again = PARSER.parse("again", tfl.effectiveYaml(), List.of()).config();

    // Then
    assertThat(again).isEqualTo(tfl.config());
  }

  @Test
  void aRekeyedTopicSurvives() {
    // Given
    ParsedPipeline pipeline = PARSER.parse("p.yaml", BadCase.GOOD, List.of("rekey.topic=r"));

    // When
    PipelineConfig again = PARSER.parse("again", pipeline.effectiveYaml(), List.of()).config();

    // Then
    assertThat(again).isEqualTo(pipeline.config());
    assertThat(again.rekey().orElseThrow().topic()).isEqualTo("r");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{config-file: c, profile: P, region: eu-frankfurt-1, log: ocid1.log.oc1..a}",
        "{auth: workload, endpoints: {secrets: 'http://s:1', logging: 'http://l', object-storage: 'https://o'}}"
      })
  void accessToOracleCloudSurvives(String oci) {
    // Given
    ParsedPipeline pipeline = PARSER.parse("p.yaml", BadCase.GOOD + "oci: " + oci, List.of());

    // When
    PipelineConfig again = PARSER.parse("again", pipeline.effectiveYaml(), List.of()).config();

    // Then
    assertThat(again).isEqualTo(pipeline.config());
    assertThat(again.oci())
        .isNotEqualTo(PARSER.parse("p.yaml", BadCase.GOOD, List.of()).config().oci());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "payload",
        "ingest-time",
        "unknown-fields",
        "record-partition",
        "record-offset",
        "record-timestamp",
        "record-key"
      })
  void everyWordOfBronzeSurvives(String word) {
    // Given
    ParsedPipeline pipeline =
        PARSER.parse("p.yaml", BadCase.GOOD, List.of("bronze.columns.x=" + word));

    // When
    PipelineConfig again = PARSER.parse("again", pipeline.effectiveYaml(), List.of()).config();

    // Then
    assertThat(again).isEqualTo(pipeline.config());
  }

  @Property(tries = 300)
  void anyTextSurvives(
      @ForAll @NotBlank @StringLength(max = 12) @CharRange(from = ' ', to = '~') String text) {
    // Given
    String escaped = text.replace("${", "$${").replace("'", "''");
    String yaml =
        BadCase.GOOD.replace("    raw: payload\n", "    raw: {constant: '" + escaped + "'}\n");
    ParsedPipeline pipeline = PARSER.parse("p.yaml", yaml, List.of());

    // When
    PipelineConfig again = PARSER.parse("again", pipeline.effectiveYaml(), List.of()).config();

    // Then
    assertThat(again).isEqualTo(pipeline.config());
  }

  @Test
  void masksSecrets() {
    // Given
    List<String> overrides =
        List.of(
            "kafka.ssl.key.password=aaa-secret",
            "kafka.security.protocol=SASL_SSL",
            "kafka.sasl.mechanism=PLAIN",
            "kafka.sasl.jaas.config=Login required username=\"u\" password=\"bbb-secret\";",
            "kafka.my.api.token=ccc-secret",
            "kafka.client.id=id-${ENV:DB_PASSWORD}",
            "source.topic=${ENV:DB_PASSWORD}",
            "bronze.columns.n={constant: 'x ${source.topic}'}");

    // When
    String shown = PARSER.parse("p.yaml", BadCase.GOOD, overrides).effectiveYaml();

    // Then
    assertThat(shown)
        .contains("ssl.key.password", "sasl.jaas.config", "my.api.token", "client.id")
        .doesNotContain("-secret")
        .doesNotContain("hunter2");
    assertThat(shown.split("\\*{4}", -1)).hasSize(7);
  }
}
