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

  public static UserException unnameableFile(String path, Exception cause) {
    return failed(
        "this JVM can't name the file " + path,
        cause.getMessage(),
        "start it in a UTF-8 locale (LANG=C.UTF-8) or with -Dsun.jnu.encoding=UTF-8");
  }

  public static UserException unreadableColumn(String file, String column, String fileType) {
    return failed(
        "column " + column + " of data file " + file + " can't be read",
        "the file holds it as " + fileType,
        "rewrite the file with the table's type, for instance with Spark's OPTIMIZE or a copy of the table");
  }

  private static UserException failed(String what, String why, String remedy) {
    return new UserException(ExitCode.FAILED, what, why, remedy, null);
  }
}
