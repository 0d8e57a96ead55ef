package io.alluvium.cli;

import picocli.CommandLine.Option;

/** Where the log goes; {@link CommandLineFactory} gives it to every verb. */
final class LogOptions {
  @Option(
      names = {"-v", "--verbose"},
      description = "Sends the log to the terminal instead of to a file.")
  private boolean verbose;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "${env:ALLUVIUM_LOG_FORMAT:-text}",
      description = "text, or json (an object a line); default: $ALLUVIUM_LOG_FORMAT, or text.")
  private LogFormat format = LogFormat.TEXT;

  boolean verbose() {
    return verbose;
  }

  LogFormat format() {
    return format;
  }
}
