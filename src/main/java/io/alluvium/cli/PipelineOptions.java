package io.alluvium.cli;

import io.alluvium.config.ParsedPipeline;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What every verb that works on a pipeline takes; use it as a {@code @Mixin}. */
public final class PipelineOptions {
  @Option(
      names = {"-c", "--config"},
      required = true,
      paramLabel = "FILE",
      description = "The pipeline file, such as config/tfl.yaml.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides a key of the file, as in kafka.bootstrap.servers=host:9092.")
  private List<String> overrides = new ArrayList<>();

  /** The checked pipeline; throws {@link io.alluvium.error.UserException} with all problems. */
  public PipelineConfig config() {
    return parsed().config();
  }

  /**
   * The same with further overrides.
   *
   * @param more as {@code --set} takes them
   */
  PipelineConfig config(List<String> more) {
    List<String> all = new ArrayList<>(overrides);
    all.addAll(more);
    return PipelineParser.ofProcess().parse(file, all).config();
  }

  /** The checked pipeline with the means to show it. */
  public ParsedPipeline parsed() {
    return PipelineParser.ofProcess().parse(file, overrides);
  }
}
