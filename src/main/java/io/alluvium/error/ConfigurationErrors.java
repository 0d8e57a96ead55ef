package io.alluvium.error;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The user-facing errors of what was configured, before anything runs. */
public final class ConfigurationErrors {
  private ConfigurationErrors() {}

  public static UserException noPipelineFile(Path expected) {
    return new UserException(
        ExitCode.USAGE,
        "there is no pipeline file",
        expected + " is missing",
        "name one with -c, or run the `alluvium` script of the installation",
        null);
  }

  public static UserException managementPortTaken(String address, int port, Throwable cause) {
    return UserException.failed(
        "health and metrics can't be served on port " + port + " of " + address,
        UserException.reason(cause),
        "set management.port to another port, to 0 for any free one, or to off, and"
            + " management.address to one that this machine has",
        cause);
  }

  public static UserException kafkaSettingsWrong(Throwable cause) {
    return new UserException(
        ExitCode.USAGE,
        "a Kafka client can't be made of these settings",
        UserException.reason(cause.getCause() == null ? cause : cause.getCause()),
        "mend --bootstrap-servers, or the section kafka of the pipeline file",
        cause);
  }

  /**
   * @param problems every one with where it is, what is wrong and what to do
   */
  public static UserException badConfiguration(String source, List<String> problems) {
    return new UserException(
        ExitCode.USAGE,
        source + " has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
        String.join("\n", problems),
        "nothing was started; docs/configuration.md explains every key",
        null);
  }

  /**
   * @param failures of several files, one each
   */
  public static UserException badConfigurations(List<UserException> failures) {
    return new UserException(
        ExitCode.USAGE,
        failures.size() + " of the pipeline files can't be used",
        failures.stream()
            .flatMap(failure -> Stream.concat(Stream.of(failure.what()), indented(failure.why())))
            .collect(Collectors.joining("\n")),
        "nothing was started; docs/configuration.md explains every key",
        null);
  }

  private static Stream<String> indented(String lines) {
    return lines.lines().map(line -> "  " + line);
  }

  public static UserException unreadableConfiguration(Path file, IOException cause) {
    return new UserException(
        ExitCode.USAGE,
        "the pipeline file " + file + " can't be read",
        cause instanceof NoSuchFileException ? "there is no such file" : cause.toString(),
        "name an existing file with -c",
        cause);
  }
}
