package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.error.ExitCode;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.testing.TestTopic;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process that has no SDK of Oracle's. */
class WithoutAddOnIT {
  @TempDir Path directory;

  /** How a process ended, and all that it said. */
  private record End(int code, String terminal) {}

  private End run(String... arguments) throws IOException, InterruptedException {
    String classes =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("oci-java-sdk"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path terminal = directory.resolve("terminal.txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ALLUVIUM_LOG_DIR", directory.resolve("logs").toString());
    Process process = builder.redirectOutput(terminal.toFile()).start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
    return new End(process.exitValue(), Files.readString(terminal));
  }

  private String pipeline(String servers, String topic) throws IOException {
    String yaml =
        """
        name: plain
        kafka: {bootstrap.servers: '%s', client.id: '%s'}
        source: {topic: plain}
        bronze: {path: %3$s/bronze, columns: {k: string, n: int}}
        silver: {path: %3$s/silver, key: [k], sequence-by: [n], columns: {k: copy, n: copy}}
        """
            .formatted(servers, topic, directory);
    return Files.writeString(directory.resolve("plain.yaml"), yaml).toString();
  }

  @Test
  void runsAPipelineThatUsesNothingOfOracles() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      // Given
      TestTopic.create(broker, "plain", 1)
          .sendKeyedBy("k", List.of("{\"k\":\"a\",\"n\":1}".getBytes(StandardCharsets.UTF_8)));
      String file = pipeline(broker.bootstrapServers(), "plain");

      // When
      End end = run("run", "--once", "-c", file);

      // Then
      assertThat(end.code()).as(end.terminal()).isEqualTo(ExitCode.DONE.code());
      assertThat(Files.readString(directory.resolve("logs/run.log")))
          .contains("batch_id=0 action=append rows=1", "batch_id=0 action=merge rows=1");
    }
  }

  @Test
  void saysWhatIsMissingForOneThatDoes() throws Exception {
    // Given
    String vault = pipeline("host:1", "${vault:ocid1.vaultsecret.oc1..s}");

    // When
    End end = run("validate", "-c", vault);

    // Then
    assertThat(end.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(end.terminal())
        .contains("kafka.client.id: ${vault:…} needs Oracle's SDK", "target/addons/oci");
  }
}
