package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that editors use says what the parser does. */
class PipelineSchemaTest {
  private static final Path FILE = Path.of("config/pipeline.schema.json");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `([a-z.-]+)` \\| [^|]+ \\| [^|]+ \\| (.*) \\| [^|]*\\|$", Pattern.MULTILINE);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final ObjectMapper YAML = new YAMLMapper();

  @Test
  void theFileIsWhatTheParserKnows() throws IOException {
    // Given
    String wanted = JSON.writeValueAsString(schema()) + "\n";
    Path made = Path.of("target/pipeline.schema.json");
    Files.writeString(made, wanted);

    // When
    String there = Files.readString(FILE);

    // Then
    assertThat(there).as("copy %s to %s", made, FILE).isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tfl", "order-items", "patients", "oci", "oci-kafka"})
  void ourPipelinesFit(String name) throws IOException {
    // Given
    JsonNode pipeline = YAML.readTree(Files.readString(Path.of("config", name + ".yaml")));

    // When
    var problems = validator().validate(pipeline);

    // Then
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: p|name: p\\nnaem: q",
        "  path: s|  path: s\\n  on-match: newest",
        "  path: s|  path: s\\n  flush-interval: 2",
        "    n: copy|    n: {copy: n, than: [trim]}",
        "    n: copy|    n: {copy: n, then: [{trimm: true}]}",
        "    n: copy|    n: {from: n}",
        "    n: int|    n: {type: int}",
        "  key: [k]|  key: k",
        "  path: b|  pathe: b",
      })
  void whatIsWrongIsSeen(String line, String wrong) throws IOException {
    // Given
    String spoiled = BadCase.GOOD.replaceFirst(Pattern.quote(line), wrong.replace("\\n", "\n"));

    // When
    var problems = validator().validate(YAML.readTree(spoiled));

    // Then
    assertThat(spoiled).isNotEqualTo(BadCase.GOOD);
    assertThat(problems).isNotEmpty();
    assertThat(validator().validate(YAML.readTree(BadCase.GOOD))).isEmpty();
  }

  private static JsonSchema validator() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema());
  }

  private static JsonNode schema() throws IOException {
    String document = Files.readString(Path.of("docs/configuration.md"));
    Map<String, String> meanings =
        ROW.matcher(document)
            .results()
            .collect(
                Collectors.toMap(
                    row -> row.group(1),
                    row ->
                        row.group(2)
                            .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1")
                            .replace("`", "")));
    return new PipelineSchema(meanings).schema();
  }
}
