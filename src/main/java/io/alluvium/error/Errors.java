package io.alluvium.error;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The one factory of user-facing errors: each says what is wrong, why, and what to do. */
public final class Errors {
  private Errors() {}

  public static UserException tableSchemaDiffers(
      String tableName, String path, List<String> differences) {
    return failed(
        "table " + tableName + " at " + path + " doesn't fit the configuration",
        String.join("; ", differences),
        "change the configuration back to what the table has; or run `rebuild`, which makes silver"
            + " anew from bronze; or point the configuration at another path");
  }

  public static UserException tableRedefined(
      String tableName, String path, long version, List<String> differences) {
    return failed(
        "table " + tableName + " at " + path + " was changed while it was in use",
        "since version " + version + " " + String.join("; ", differences),
        "start again with a configuration that fits the table, such as that of the instance that"
            + " changed it: nothing is lost, what wasn't committed is taken from the topic again");
  }

  public static UserException duplicateKey(
      String tableName, List<String> keyColumns, String key, String file) {
    return wrongData(
        "table " + tableName + " holds two rows of the key " + key,
        "(" + String.join(", ", keyColumns) + ") must be unique in it; the second is in " + file,
        "run `verify` to see all of them, and remove the older ones or make silver anew with"
            + " `rebuild`");
  }

  public static UserException partitionCountChanged(
      String tableName, String topic, String owner, int partitions) {
    return failed(
        "topic " + topic + " has " + partitions + " partitions now",
        "table " + tableName + " was written for partition " + owner + ", so keys may have moved",
        "run `rebuild`, which makes silver anew from bronze for " + partitions + " partitions");
  }

  public static UserException offsetsGone(
      String topic, int partition, long position, long beginning) {
    return failed(
        "topic " + topic + ", partition " + partition + " no longer holds offset " + position,
        "the tables need offset " + position + " next and the topic begins at " + beginning,
        "restore the records, or set source.on-gap to continue to go on at "
            + beginning
            + " without the offsets between");
  }

  public static UserException topicMissing(String topic) {
    return failed(
        "topic " + topic + " doesn't exist",
        "the broker knows no topic of this name, or doesn't let this user see it",
        "create it, or correct source.topic");
  }

  public static UserException brokerUnreachable(String topic, String servers, Throwable cause) {
    return failed(
        "topic " + topic + " can't be read at " + servers,
        reason(cause),
        "check kafka.bootstrap.servers, the credentials, and that the broker is up",
        cause);
  }

  public static UserException groupShared(String group, int members) {
    return failed(
        "`run --once` can't share the consumer group " + group,
        "the group has " + members + " other member(s), which would take some of the partitions",
        "stop them first; a stopped process leaves the group at once, a killed one after"
            + " session.timeout.ms");
  }

  public static UserException notDurable(String name, Duration deadline) {
    return failed(
        "pipeline " + name + " couldn't make everything durable",
        "storage didn't take it within " + deadline.toSeconds() + " s",
        "see the log file, mend the storage and run it again: nothing is lost or taken twice");
  }

  public static UserException noPipelineFile(Path expected) {
    return new UserException(
        ExitCode.USAGE,
        "there is no pipeline file",
        expected + " is missing",
        "name one with -c, or run the `alluvium` script of the installation",
        null);
  }

  public static UserException managementPortTaken(int port, Throwable cause) {
    return failed(
        "health and metrics can't be served on port " + port,
        reason(cause),
        "set management.port to another port, to 0 for any free one, or to off",
        cause);
  }

  public static UserException endedEarly(String name) {
    return failed(
        "pipeline " + name + " stopped before it was done",
        "its stream threads have ended",
        "see the log file for the reason, and start it again: nothing is lost");
  }

  public static UserException silverOffsetsGone(
      String topic, int partition, long silver, long beginning, long bronze) {
    return failed(
        "topic " + topic + ", partition " + partition + " no longer holds offset " + silver,
        "silver needs offset "
            + silver
            + " next and the topic begins at "
            + beginning
            + "; bronze has them up to "
            + bronze
            + ", so going on would leave silver short of rows that bronze holds",
        "restore the records, or run `reset --to "
            + beginning
            + "` to accept that silver lacks them");
  }

  public static UserException accessDenied(String topic, String group, Throwable cause) {
    return failed(
        "the broker doesn't let this user read",
        reason(cause),
        "give it READ on topic "
            + topic
            + " and on group "
            + group
            + ", or correct the credentials",
        cause);
  }

  public static UserException topicEndsBeforePosition(
      String topic, int partition, long position, long end) {
    return failed(
        "topic " + topic + ", partition " + partition + " ends before the tables' position",
        "the tables need offset "
            + position
            + " next and the topic ends at "
            + end
            + ": it was recreated or truncated",
        "if this is the right topic, run `reset --to earliest` to take it from its beginning");
  }

  public static UserException topicRecreated(String topic, String then, String now) {
    return failed(
        "topic " + topic + " is not the one that the tables were filled from",
        "its id was " + then + " and is " + now + " now: the tables' offsets mean nothing in it",
        "if this is the right topic, run `reset --to earliest` to take it from its beginning");
  }

  public static UserException silverWithoutPosition(
      String silverTable, String topic, int partition, long bronze) {
    return new UserException(
        ExitCode.USAGE,
        "table " + silverTable + " was never filled, and bronze already holds offsets of it",
        "bronze stands at offset "
            + bronze
            + " of topic "
            + topic
            + ", partition "
            + partition
            + "; silver would start half empty",
        "run `rebuild`, which makes it of all that bronze holds, or `reset --to current` to begin it"
            + " at bronze's position without what bronze holds",
        null);
  }

  public static UserException bronzeBehindSilver(
      String topic, int partition, long bronze, long silver) {
    return failed(
        "bronze is behind silver on topic " + topic + ", partition " + partition,
        "bronze stands at offset "
            + bronze
            + " and silver at "
            + silver
            + ": bronze was restored or replaced",
        "bring bronze back to its newest version, or run `reset` to say where both go on");
  }

  public static UserException tableOfAnotherPipeline(String tableName, String appId, String name) {
    return failed(
        "table " + tableName + " belongs to another pipeline",
        "it holds the position " + appId + ", and this pipeline's name is " + name,
        "give each pipeline tables of its own, or set name to that of the pipeline that wrote it");
  }

  private static UserException wrongData(String what, String why, String remedy) {
    return new UserException(ExitCode.WRONG_DATA, what, why, remedy, null);
  }

  public static UserException unnameableFile(String path, Exception cause) {
    return failed(
        "this JVM can't name the file " + path,
        cause.getMessage(),
        "start it in a UTF-8 locale (LANG=C.UTF-8) or with -Dsun.jnu.encoding=UTF-8");
  }

  public static UserException unreadableColumn(
      String file, String column, String type, String fileType) {
    return failed(
        "column " + column + " of data file " + file + " can't be read",
        "the file holds it as " + fileType + ", the table as " + type,
        "rewrite the file with the table's type, for instance with Spark's OPTIMIZE or a copy of the table");
  }

  /**
   * @param steps the statements that drop the features, in order; may be empty
   */
  public static UserException tableFeaturesUnknown(
      String tableName, String path, List<String> features, List<String> steps) {
    return failed(
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
    return failed(
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
    return failed(
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

  public static UserException replayUnreadable(Path file, Throwable cause) {
    return failed(
        "the file to replay, " + file + ", can't be read",
        reason(cause),
        "check the path, the permissions, and that a name ending in .gz is a whole gzip file",
        cause);
  }

  public static UserException tflRefuses(String address, int status) {
    return failed(
        "TfL refuses " + address,
        "it answers with HTTP " + status,
        "check the names of lines and modes, and the application key");
  }

  public static UserException messageNotSent(String topic, Throwable cause) {
    return failed(
        "a message was not taken by topic " + topic,
        reason(cause),
        "check that the topic exists, that the broker answers and that messages are small enough",
        cause);
  }

  public static UserException kafkaSettingsWrong(Throwable cause) {
    return new UserException(
        ExitCode.USAGE,
        "a Kafka client can't be made of these settings",
        reason(cause.getCause() == null ? cause : cause.getCause()),
        "mend --bootstrap-servers, or the section kafka of the pipeline file",
        cause);
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
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

  public static UserException tableMissing(String tableName, String path) {
    return failed(
        "table " + tableName + " doesn't exist yet",
        "there is no Delta log at " + path,
        "`run` creates it; if it should exist, check the path and the directory you are in");
  }

  public static UserException tableNotReadable(
      String tableName, String path, List<String> features) {
    return failed(
        "table " + tableName + " at " + path + " can't be read",
        "its data files need " + String.join(", ", features) + ", which aren't implemented",
        "drop these features (ALTER TABLE ... DROP FEATURE), or read it with Spark");
  }

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
    return failed(
        "the positions can't be moved while the service runs",
        "the consumer group " + group + " has " + members + " member(s)",
        "stop them first; a stopped process leaves the group at once, a killed one after"
            + " session.timeout.ms");
  }

  public static UserException resetOvertaken(String appId, String outcome) {
    return failed(
        "the position " + appId + " was not moved",
        "somebody else moved it meanwhile: " + outcome,
        "stop what runs on these tables, look with `status`, and reset again");
  }

  public static UserException rebuildWhileRunning(String group, int members) {
    return failed(
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
    return failed(
        "table " + silverTable + " was not replaced",
        "somebody else moved its positions meanwhile: " + outcome,
        "stop what runs on these tables, look with `status`, and rebuild again");
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

  public static UserException dataFileUnreadable(String tableName, String file, Throwable cause) {
    return failed(
        "data file " + file + " of table " + tableName + " can't be read",
        reason(cause),
        "bring the file back from a backup, or RESTORE the table to a version without it",
        cause);
  }

  public static UserException sqlFailed(String message, List<String> missingTables) {
    return new UserException(
        ExitCode.USAGE,
        "the query can't be answered",
        message
            + (missingTables.isEmpty()
                ? ""
                : "\nnot there yet: " + String.join(", ", missingTables)),
        "the tables are bronze, silver and quarantine, or go by their configured names",
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
    return failed(
        "the tables can't be opened for SQL",
        reason(cause),
        "check that the data files exist and can be read; `verify` names those that can't",
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
    return failed(
        "table " + tableName + " wasn't optimized to the end",
        "others changed its files each time in " + tries + " tries; what was done stays",
        "run it again when less is going on");
  }

  private static UserException failed(String what, String why, String remedy) {
    return failed(what, why, remedy, null);
  }

  private static UserException failed(String what, String why, String remedy, Throwable cause) {
    return new UserException(ExitCode.FAILED, what, why, remedy, cause);
  }
}
