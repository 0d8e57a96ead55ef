package io.alluvium.error;

import java.util.List;

/** The user-facing errors of tables as they are found, and of their files. */
public final class TableErrors {
  private TableErrors() {}

  /** The jars of a storage aren't there. */
  public static UserException noAddOn(String scheme, String type, Throwable cause) {
    return new UserException(
        ExitCode.USAGE,
        "tables on " + scheme + ":// can't be reached",
        "the program was started without the class " + type + " or what it needs",
        scheme.equals("s3a") || scheme.equals("oci")
            ? "add the add-on " + (scheme.equals("s3a") ? "s3" : scheme) + " to the installation"
            : "put the jars of the Hadoop connector into a directory below addons",
        cause);
  }

  /** A storage that overwrites where it was told not to. */
  public static UserException putsUnconditionally(String path) {
    return new UserException(
        ExitCode.FAILED,
        "commits to " + path + " would not be safe",
        "the storage overwrote an object that it was told not to (PutObject with If-None-Match)",
        "keep the tables on storage that takes the condition, or update it: AWS S3, OCI Object"
            + " Storage, MinIO and Ceph do in their current versions",
        null);
  }

  public static UserException tableSchemaDiffers(
      String tableName, String path, List<String> differences) {
    return UserException.failed(
        "table " + tableName + " at " + path + " doesn't fit the configuration",
        String.join("; ", differences),
        "change the configuration back to what the table has; or run `rebuild`, which makes silver"
            + " anew from bronze; or point the configuration at another path");
  }

  public static UserException columnsToCome(String tableName, String path, List<String> columns) {
    return UserException.failed(
        "table " + tableName + " at " + path + " doesn't have all columns of the configuration yet",
        "missing: " + String.join(", ", columns),
        "start `run`, which adds them; rows that are there will have null in them");
  }

  public static UserException tableRedefined(
      String tableName, String path, long version, List<String> differences) {
    return UserException.failed(
        "table " + tableName + " at " + path + " was changed while it was in use",
        "since version " + version + " " + String.join("; ", differences),
        "start again with a configuration that fits the table, such as that of the instance that"
            + " changed it: nothing is lost, what wasn't committed is taken from the topic again");
  }

  public static UserException duplicateKey(
      String tableName, List<String> keyColumns, String key, String file) {
    return UserException.wrongData(
        "table " + tableName + " holds two rows of the key " + key,
        "(" + String.join(", ", keyColumns) + ") must be unique in it; the second is in " + file,
        "run `verify` to see all of them, and remove the older ones or make silver anew with"
            + " `rebuild`");
  }

  public static UserException tableOfAnotherPipeline(String tableName, String appId, String name) {
    return UserException.failed(
        "table " + tableName + " belongs to another pipeline",
        "it holds the position " + appId + ", and this pipeline's name is " + name,
        "give each pipeline tables of its own, or set name to that of the pipeline that wrote it");
  }

  public static UserException unnameableFile(String path, Exception cause) {
    return UserException.failed(
        "this JVM can't name the file " + path,
        cause.getMessage(),
        "start it in a UTF-8 locale (LANG=C.UTF-8) or with -Dsun.jnu.encoding=UTF-8");
  }

  public static UserException unreadableColumn(
      String file, String column, String type, String fileType) {
    return UserException.failed(
        "column " + column + " of data file " + file + " can't be read",
        "the file holds it as " + fileType + ", the table as " + type,
        "rewrite the file with the table's type, for instance with Spark's OPTIMIZE or a copy of the table");
  }

  /**
   * @param steps the statements that drop the features, in order; may be empty
   */
  public static UserException tableFeaturesUnknown(
      String tableName, String path, List<String> features, List<String> steps) {
    return UserException.failed(
        "table " + tableName + " at " + path + " can't be written",
        "it needs " + String.join(", ", features) + ", which aren't implemented",
        (steps.isEmpty() ? "" : "run in Spark: " + String.join("; ", steps) + ". Or ")
            + "use another path"
            + (features.contains("writer version 7")
                ? ", or for bronze set bronze.engine to kernel"
                : ""));
  }

  public static UserException tableForgetsPositions(
      String tableName, String path, String property, String value) {
    return UserException.failed(
        "table " + tableName + " at " + path + " would forget its positions",
        property
            + " is "
            + value
            + ": Delta drops positions that are older, and the topic would be taken again from"
            + " source.start",
        "run in Spark: ALTER TABLE t UNSET TBLPROPERTIES ('" + property + "'), and start again");
  }

  public static UserException tableRewound(
      String tableName, String path, long version, String operation, String engine) {
    return UserException.failed(
        "version "
            + version
            + " of table "
            + tableName
            + " at "
            + path
            + " is a "
            + operation
            + " by "
            + engine,
        "it took rows away and left the positions as they were, so these rows would never come"
            + " again",
        "run `reset --to` an offset or earliest to take from the topic again what it still holds"
            + " from there, or `reset --to current` to accept the table as it is; RESTORE to"
            + " version "
            + (version - 1)
            + " before `reset --to current` undoes it");
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
    return UserException.failed(
        "table " + tableName + " at " + path + " is not the one that was opened",
        "it was dropped and created anew while it was in use",
        "start again, which reads the new table from the beginning");
  }

  public static UserException tableAppendOnly(String tableName, String path) {
    return UserException.failed(
        "table " + tableName + " at " + path + " can't be changed",
        "it has the property delta.appendOnly, so that no row may be replaced or removed",
        "set delta.appendOnly to false, or use another path");
  }

  public static UserException tableMissing(String tableName, String path) {
    return UserException.failed(
        "table " + tableName + " doesn't exist yet",
        "there is no Delta log at " + path,
        "`run` creates it; if it should exist, check the path and the directory you are in");
  }

  public static UserException tableNotReadable(
      String tableName, String path, List<String> features) {
    return UserException.failed(
        "table " + tableName + " at " + path + " can't be read",
        "its data files need " + String.join(", ", features) + ", which aren't implemented",
        "drop these features (ALTER TABLE ... DROP FEATURE), or read it with Spark");
  }

  public static UserException dataFileUnreadable(String tableName, String file, Throwable cause) {
    return UserException.failed(
        "data file " + file + " of table " + tableName + " can't be read",
        UserException.reason(cause),
        "bring the file back from a backup, or RESTORE the table to a version without it",
        cause);
  }
}
