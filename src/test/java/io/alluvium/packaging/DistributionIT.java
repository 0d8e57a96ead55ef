package io.alluvium.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed program, unpacked somewhere else; there is one after {@code mvn package -Pdist}. */
class DistributionIT {
  @TempDir private Path directory;
  private Path home;

  private record Answer(int code, String text) {}

  @BeforeEach
  void unpack() throws Exception {
    List<Path> packed = list(Path.of("target"), "alluvium-.*\\.tar\\.gz");
    assumeThat(packed).as("mvn package -Pdist makes target/alluvium-VERSION.tar.gz").hasSize(1);
    Answer unpacked = run("tar", "xzf", packed.get(0).toAbsolutePath().toString());
    assertThat(unpacked.code).as(unpacked.text).isZero();
    home = list(directory, "alluvium-.*").get(0);
  }

  private static List<Path> list(Path parent, String name) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(path -> path.getFileName().toString().matches(name)).toList();
    }
  }

  private Answer run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("ALLUVIUM_LOG_DIR", directory.resolve("logs").toString());
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Answer(process.exitValue(), text);
  }

  @Test
  void itRunsFromWhereItLiesAndBuildsNothing() throws Exception {
    // Given
    String program = home.resolve("bin/alluvium").toString();
    Files.createSymbolicLink(directory.resolve("linked"), home.resolve("bin/alluvium"));

    // When
    Answer validated = run(program, "validate", "-c", home + "/config/tfl.yaml");
    Answer linked = run(directory.resolve("linked").toString(), "--version");
    Answer broker = run(program, "broker", "--port", "-1");

    // Then
    assertThat(validated.code).as(validated.text).isZero();
    assertThat(validated.text).doesNotContain("building");
    assertThat(linked.code).as(linked.text).isZero();
    assertThat(broker.text).doesNotContain("NoClassDefFoundError");
    assertThat(home.resolve("target")).doesNotExist();
    assertThat(list(home.resolve("lib"), "rocksdbjni.*|unitycatalog.*|kafka_2.*|duckdb.*"))
        .isEmpty();
    assertThat(list(home.resolve("lib/broker"), "kafka_2.*")).hasSize(1);
    assertThat(list(home.resolve("lib/sql"), "duckdb_jdbc.*")).hasSize(1);
    assertThat(home.resolve("LICENSE")).exists();
    assertThat(home.resolve("docs/operations.md")).exists();
  }
}
