package io.alluvium.cli;

import picocli.CommandLine.Option;

/** Where the log goes; {@link CommandLineFactory} gives it to every verb. */
final class LogOptions {
  @Option(
      names = {"-v", "--verbose"},
      description = "Sends the log to the terminal instead of to a file.")
  private boolean verbose;

  boolean verbose() {
    return verbose;
  }
}
