package io.alluvium.cli;

import io.alluvium.config.ParsedPipeline;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code validate}: checks the files and shows what would run. */
@Command(
    name = "validate",
    description = "Checks the pipeline files and prints the effective configuration.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelinesOptions pipelines;

  @Override
  public Integer call() {
    // Several make a stream of YAML documents.
    String documents =
        pipelines.parsed().stream()
            .map(ParsedPipeline::effectiveYaml)
            .collect(Collectors.joining("---\n"));
    spec.commandLine().getOut().print(documents);
    spec.commandLine().getOut().flush();
    return 0;
  }
}
