package io.alluvium.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What docker/ says of the program holds, as far as it can be told without containers. */
class ContainerFilesTest {
  /** What closing takes beyond the storage deadline: 60 s for Streams, 30 s for checkpoints. */
  private static final Duration CLOSING = Duration.ofSeconds(90);

  private static final Path MANIFESTS = Path.of("docker/kubernetes/alluvium.yaml");

  private static List<JsonNode> manifests() throws IOException {
    YAMLMapper mapper = new YAMLMapper();
    return mapper
        .readerFor(JsonNode.class)
        .<JsonNode>readValues(Files.readString(MANIFESTS))
        .readAll();
  }

  private static JsonNode manifest(String kind) throws IOException {
    return manifests().stream()
        .filter(one -> one.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static PipelineConfig pipeline() throws IOException {
    return new PipelineParser(
            Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka:9092")::get, Path.of("/var/lib/alluvium"))
        .parse("pipeline.yaml", manifest("ConfigMap").at("/data/pipeline.yaml").asText(), List.of())
        .config();
  }

  @Test
  void theStatefulSetWaitsForWhatItsPipelineMayTake() throws IOException {
    // Given
    PipelineConfig pipeline = pipeline();

    // When
    JsonNode pod = manifest("StatefulSet").at("/spec/template/spec");

    // Then
    assertThat(Duration.ofSeconds(pod.get("terminationGracePeriodSeconds").asLong()))
        .isGreaterThanOrEqualTo(pipeline.limits().storageDeadline().plus(CLOSING));
    JsonNode container = pod.at("/containers/0");
    assertThat(container.at("/ports/0/containerPort").asInt())
        .isEqualTo(pipeline.management().port().orElseThrow());
    assertThat(pipeline.management().address()).isEqualTo("0.0.0.0");
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/livez");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
    assertThat(pipeline.bronze().table().path()).startsWith("/var/lib/alluvium/");
  }

  @Test
  void nothingIsWrittenButWhereTheImageSays() throws IOException {
    // Given
    String image = Files.readString(Path.of("docker/Dockerfile"));
    String volumes = image.substring(image.indexOf("VOLUME ["), image.indexOf("EXPOSE"));

    // When
    JsonNode pod = manifest("StatefulSet").at("/spec/template/spec");

    // Then
    JsonNode container = pod.at("/containers/0");
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(image).contains("USER " + pod.at("/securityContext/runAsUser").asText() + ":");
    List<String> writable =
        StreamSupport.stream(container.get("volumeMounts").spliterator(), false)
            .filter(mount -> !mount.path("readOnly").asBoolean())
            .map(mount -> "\"" + mount.get("mountPath").asText() + "\"")
            .toList();
    assertThat(writable).hasSize(3).allMatch(volumes::contains);
  }

  @Test
  void secretsHaveTheNamesThatThePipelineAsksFor() throws IOException {
    // Given
    String pipeline = manifest("ConfigMap").at("/data/pipeline.yaml").asText();

    // When
    JsonNode secret = manifest("Secret").get("stringData");

    // Then
    secret.fieldNames().forEachRemaining(name -> assertThat(pipeline).contains("${ENV:" + name));
  }
}
