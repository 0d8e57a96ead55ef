package io.alluvium.error;

import java.util.List;

/** The one factory of user-facing errors: each says what is wrong, why, and what to do. */
public final class Errors {
  private Errors() {}

  public static UserException tableSchemaDiffers(
      String tableName, String path, List<String> differences) {
    return failed(
        "table " + tableName + " at " + path + " doesn't fit the configuration",
        String.join("; ", differences),
        "point the configuration at another path, or change its columns to those of the table");
  }

  public static UserException brokerDoesNotStart(int port, Throwable cause) {
    return failed(
        "the embedded broker doesn't start"
            + (port == 0 ? " on any free port" : " on port " + port),
        reason(cause),
        "free the port or choose another, and check that the data directory can be written",
        cause);
  }

  public static UserException topicNotCreated(String topic, Throwable cause) {
    return failed(
        "topic " + topic + " is not created",
        reason(cause),
        "choose another name, or use the topic that exists",
        cause);
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static UserException failed(String what, String why, String remedy) {
    return failed(what, why, remedy, null);
  }

  private static UserException failed(String what, String why, String remedy, Throwable cause) {
    return new UserException(ExitCode.FAILED, what, why, remedy, cause);
  }
}
