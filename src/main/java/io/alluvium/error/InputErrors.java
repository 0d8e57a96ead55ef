package io.alluvium.error;

import java.nio.file.Path;
import java.util.List;

/** The user-facing errors of statements that were typed and of feeds that were named. */
public final class InputErrors {
  private InputErrors() {}

  public static UserException replayUnreadable(Path file, Throwable cause) {
    return UserException.failed(
        "the file to replay, " + file + ", can't be read",
        UserException.reason(cause),
        "check the path, the permissions, and that a name ending in .gz is a whole gzip file",
        cause);
  }

  public static UserException tflRefuses(String address, int status) {
    return UserException.failed(
        "TfL refuses " + address,
        "it answers with HTTP " + status,
        "check the names of lines and modes, and the application key");
  }

  public static UserException sqlFailed(String message, List<String> missingTables) {
    return new UserException(
        ExitCode.USAGE,
        "the query can't be answered",
        message
            + (missingTables.isEmpty()
                ? ""
                : "\nnot there yet: " + String.join(", ", missingTables)),
        "the tables are bronze, silver and quarantine, or go by their configured names; a column"
            + " whose name is a word of SQL goes in \"double quotes\"",
        null);
  }

  public static UserException sqlNotReadOnly(String statement) {
    return new UserException(
        ExitCode.USAGE,
        "only one SELECT at a time is answered",
        statement,
        "`sql` reads and never changes anything; write with `run`, or with Spark",
        null);
  }

  public static UserException sqlEngineFailed(Throwable cause) {
    return UserException.failed(
        "the tables can't be opened for SQL",
        UserException.reason(cause),
        "check that the data files exist and can be read; `verify` names those that can't",
        cause);
  }
}
