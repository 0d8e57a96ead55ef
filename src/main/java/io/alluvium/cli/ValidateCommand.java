package io.alluvium.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code validate}: checks the file and shows what would run. */
@Command(
    name = "validate",
    description = "Checks the pipeline file and prints the effective configuration.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(pipeline.parsed().effectiveYaml());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
