package io.alluvium.error;

import java.time.Duration;

/**
 * The user-facing errors of the verbs that mend and tidy tables: reset, rebuild, vacuum, optimize.
 */
public final class UpkeepErrors {
  private UpkeepErrors() {}

  public static UserException resetOutside(
      String topic, int partition, long offset, long beginning, long end) {
    return new UserException(
        ExitCode.USAGE,
        "topic " + topic + ", partition " + partition + " has no offset " + offset,
        "it holds the offsets " + beginning + " to " + end,
        "name one of them, or earliest or latest, and --partition N for one partition only",
        null);
  }

  public static UserException resetPartitionUnknown(String topic, int partition) {
    return new UserException(
        ExitCode.USAGE,
        "topic " + topic + " has no partition " + partition,
        "neither the broker nor the tables know it",
        "name another with --partition, or leave it out for all",
        null);
  }

  public static UserException resetNeedsAllPartitions(String topic) {
    return new UserException(
        ExitCode.USAGE,
        "one partition alone can't be reset",
        "topic " + topic + " was created anew, so that the positions of all are wrong",
        "leave --partition out",
        null);
  }

  public static UserException resetWhileRunning(String group, int members) {
    return UserException.failed(
        "the positions can't be moved while the service runs",
        "the consumer group " + group + " has " + members + " member(s)",
        "stop them first; a stopped process leaves the group at once, a killed one after"
            + " session.timeout.ms");
  }

  public static UserException resetOvertaken(String appId, String outcome) {
    return UserException.failed(
        "the position " + appId + " was not moved",
        "somebody else moved it meanwhile: " + outcome,
        "stop what runs on these tables, look with `status`, and reset again");
  }

  public static UserException rebuildWhileRunning(String group, int members) {
    return UserException.failed(
        "silver can't be replaced while the service runs",
        "the consumer group " + group + " has " + members + " member(s)",
        "stop them first, or give the new table another path with --into; a stopped process leaves"
            + " the group at once, a killed one after session.timeout.ms");
  }

  public static UserException rebuildWithoutPositions(String bronzeTable, String topic) {
    return new UserException(
        ExitCode.USAGE,
        "silver can't be made of table " + bronzeTable,
        "it holds no position of this pipeline in topic "
            + topic
            + ", so that nobody knows where the stream would go on",
        "let `run --once` take from the topic first, or take bronze over from a Spark job"
            + " (docs/takeover.md); check name and source.topic, which are part of positions",
        null);
  }

  public static UserException rebuildOvertaken(String silverTable, String outcome) {
    return UserException.failed(
        "table " + silverTable + " was not replaced",
        "somebody else moved its positions meanwhile: " + outcome,
        "stop what runs on these tables, look with `status`, and rebuild again");
  }

  public static UserException rebuildUnderWay(String path) {
    return UserException.failed(
        "another rebuild of the table at " + path + " is under way",
        "it holds the lock in _alluvium_rebuild there",
        "wait for it, or end it and rebuild again: what it has finished is taken over");
  }

  public static UserException rebuiltFileGone(String path) {
    return UserException.failed(
        "a file of the new silver is gone: " + path,
        "somebody removed it before the table could refer to it, a vacuum perhaps",
        "rebuild again, without a vacuum beside it: what is missing is made once more");
  }

  public static UserException rebuildIntoExisting(String path) {
    return new UserException(
        ExitCode.USAGE,
        "there is a table at " + path + " already",
        "--into makes a new one",
        "name another path, or leave --into out to replace the table at silver.path",
        null);
  }

  public static UserException partitionsUnknown(UserException cause) {
    return new UserException(
        cause.exitCode(),
        cause.what(),
        cause.why(),
        "or say with --partitions how many the topic has; otherwise " + cause.remedy(),
        cause);
  }

  public static UserException vacuumTooSoon(Duration retention, Duration least) {
    return new UserException(
        ExitCode.USAGE,
        "a retention of "
            + retention.toSeconds()
            + " s could remove files that are being committed",
        "a commit may follow its files by up to " + least.toSeconds() + " s",
        "give a longer one, or --force it while nobody writes to the tables",
        null);
  }

  public static UserException optimizeOvertaken(String tableName, int tries) {
    return UserException.failed(
        "table " + tableName + " wasn't optimized to the end",
        "others changed its files each time in " + tries + " tries; what was done stays",
        "run it again when less is going on");
  }
}
