package io.alluvium.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a verb: only a hint. */
@Command(
    name = "alluvium",
    description = "Lands a Kafka topic in Delta Lake: bronze as it comes, silver one row a key.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 the data is wrong."})
final class AlluviumCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Missing COMMAND");
  }
}
