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

  public static UserException tableFeaturesUnknown(
      String tableName, String path, List<String> features) {
    return failed(
        "table " + tableName + " at " + path + " can't be written",
        "it needs " + String.join(", ", features) + ", which aren't implemented",
        "drop these features (ALTER TABLE ... DROP FEATURE), or use another path");
  }

  public static UserException tableUnreadable(String tableName, String path, Exception cause) {
    return new UserException(
        ExitCode.FAILED,
        "table " + tableName + " at " + path + " can't be read",
        String.valueOf(cause.getMessage()),
        "open it with the Delta version that wrote it and mend or downgrade it, or use another path",
        cause);
  }

  public static UserException tableReplaced(String tableName, String path) {
    return failed(
        "table " + tableName + " at " + path + " is not the one that was opened",
        "it was dropped and created anew while it was in use",
        "start again, which reads the new table from the beginning");
  }

  public static UserException tableAppendOnly(String tableName, String path) {
    return failed(
        "table " + tableName + " at " + path + " can't be changed",
        "it has the property delta.appendOnly, so that no row may be replaced or removed",
        "set delta.appendOnly to false, or use another path");
  }

  private static UserException failed(String what, String why, String remedy) {
    return new UserException(ExitCode.FAILED, what, why, remedy, null);
  }
}
