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

  private static UserException failed(String what, String why, String remedy) {
    return new UserException(ExitCode.FAILED, what, why, remedy, null);
  }
}
