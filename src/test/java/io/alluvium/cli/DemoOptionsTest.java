package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class DemoOptionsTest {
  @TempDir private Path directory;

  @Command
  private static final class Demo {
    @Mixin private DemoOptions options;
  }

  @Test
  void aFileNeedsNoBrokerAndNoPathsOfItsOwn() throws IOException {
    // Given
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            """
            name: p
            kafka: {bootstrap.servers: "${ENV:NOT_SET_FOR_THIS_TEST}"}
            source: {topic: t}
            bronze: {path: "${ENV:NOT_SET_FOR_THIS_TEST}/b", table: a.b.events, columns: {k: string}}
            silver: {path: "${ENV:NOT_SET_FOR_THIS_TEST}/s", key: [k], on-match: always, columns: {k: copy}}
            """);
    Demo demo = new Demo();
    new CommandLine(demo).parseArgs("-c", file.toString());

    // When
    PipelineConfig config = demo.options.config("host:1", directory);

    // Then
    assertThat(config.kafka()).containsEntry("bootstrap.servers", "host:1");
    assertThat(config.bronze().table().path())
        .isEqualTo(directory.resolve("bronze/events").toString());
  }
}
