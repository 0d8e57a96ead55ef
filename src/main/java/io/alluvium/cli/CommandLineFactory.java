package io.alluvium.cli;

import java.io.PrintWriter;
import picocli.CommandLine;

/** Puts verbs, error handling and logging together. */
final class CommandLineFactory {
  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * @param out takes what a verb was asked for
   * @param err takes messages
   */
  CommandLineFactory(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  CommandLine create() {
    CommandLine line = new CommandLine(new AlluviumCommand());
    Verbs.ALL.forEach(line::addSubcommand);
    line.getSubcommands().values().forEach(verb -> verb.addMixin("log", new LogOptions()));
    ExceptionReporter reporter = new ExceptionReporter(err);
    return line.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(
            parsed -> {
              LogSetup.ofProcess().apply(parsed);
              return new CommandLine.RunLast().execute(parsed);
            })
        .setParameterExceptionHandler(reporter)
        .setExecutionExceptionHandler(reporter);
  }
}
