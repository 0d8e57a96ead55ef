package io.alluvium.cli;

import io.alluvium.config.ParsedPipeline;
import io.alluvium.config.PipelineParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What a verb for several pipelines at once takes; use it as a {@code @Mixin}. */
final class PipelinesOptions {
  @Option(
      names = {"-c", "--config"},
      required = true,
      paramLabel = "FILE",
      description = "A pipeline file, such as config/tfl.yaml; may be given several times.")
  private List<Path> files;

  @Option(
      names = "--set",
      paramLabel = "[NAME:]KEY=VALUE",
      description =
          "Overrides a key of all files, or of the pipeline of that name, as in"
              + " kafka.bootstrap.servers=host:9092.")
  private List<String> overrides = new ArrayList<>();

  /**
   * The checked pipelines in the order of their files; throws {@link
   * io.alluvium.error.UserException} with all problems of all files.
   */
  List<ParsedPipeline> parsed() {
    return PipelineParser.ofProcess().parseAll(files, overrides);
  }
}
