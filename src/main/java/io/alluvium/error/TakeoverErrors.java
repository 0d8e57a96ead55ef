package io.alluvium.error;

import java.util.Collection;

/** The user-facing errors of taking over from Spark, each before anything was written. */
public final class TakeoverErrors {
  private static final String FINISH =
      "start that job once more with trigger(availableNow=True), let it end, and start again";

  private TakeoverErrors() {}

  public static UserException noCheckpoint(String checkpoint, String missing) {
    return refused(
        checkpoint,
        "there is no Spark checkpoint: " + missing + " is missing in it",
        "name the directory that the job has as checkpointLocation; metadata, offsets and commits"
            + " lie in it");
  }

  public static UserException damaged(String checkpoint, String file, String reason) {
    return refused(
        checkpoint,
        "its file " + file + " can't be used: " + reason,
        "let the job run once more, which mends or refuses its checkpoint, or start without it"
            + " from an offset that you know: earliest, then `reset --to`");
  }

  public static UserException severalSources(String checkpoint, int sources) {
    return refused(
        checkpoint,
        "the job reads " + sources + " sources, and a pipeline has one topic",
        "take over only from jobs that read one source");
  }

  public static UserException noBatch(String checkpoint) {
    return refused(
        checkpoint,
        "the job has finished no batch, so that it stands nowhere",
        "let it finish one, or set source.start to earliest or latest");
  }

  /**
   * @param seconds since the job wrote there
   */
  public static UserException inUse(String checkpoint, long seconds) {
    return refused(
        checkpoint,
        "it was written to " + Math.max(0, seconds) + " s ago, so the job may still run",
        "stop the job; if it has stopped, start again in a minute");
  }

  public static UserException otherSource(String checkpoint, String topic, String reads) {
    return refused(
        checkpoint,
        "the job doesn't read topic " + topic + ", but " + reads,
        "name the checkpoint of the job that reads it, or correct source.topic");
  }

  public static UserException partitionsGone(
      String checkpoint, String topic, Collection<Integer> partitions, int count) {
    return refused(
        checkpoint,
        "the job has read the partitions "
            + partitions
            + " of topic "
            + topic
            + ", which has "
            + count
            + " partitions now",
        "the topic was recreated, or it is another cluster's: check source.topic and"
            + " kafka.bootstrap.servers");
  }

  public static UserException beyondTopic(
      String checkpoint, String topic, int partition, long position, long end) {
    return refused(
        checkpoint,
        "the job stands at offset "
            + position
            + " of topic "
            + topic
            + ", partition "
            + partition
            + ", which ends at "
            + end,
        "the topic was recreated, or it is another cluster's: check source.topic and"
            + " kafka.bootstrap.servers");
  }

  public static UserException batchUncertain(String checkpoint, long batch, String tableName) {
    return refused(
        checkpoint,
        "batch "
            + batch
            + " was begun and not finished, and table "
            + tableName
            + " doesn't say whether it holds it: it wasn't written by the job's Delta sink",
        FINISH);
  }

  public static UserException otherTable(String checkpoint, String queryId, String tableName) {
    return refused(
        checkpoint,
        "table "
            + tableName
            + " holds batches of other streaming jobs, and none of this one, "
            + queryId,
        "name the checkpoint of the job that writes this table");
  }

  public static UserException silverReadsOtherTable(
      String checkpoint, String reads, String tableName, String tableId) {
    return refused(
        checkpoint,
        "the job that merges silver reads "
            + reads
            + ", and table "
            + tableName
            + " has the id "
            + tableId,
        "name the checkpoint of the job that merges this bronze into silver, or set"
            + " source.silver-start to earliest");
  }

  /**
   * @param version the first of bronze that silver's job hasn't taken
   * @param newest bronze's
   */
  public static UserException silverBehind(
      String checkpoint, String tableName, long version, long newest) {
    return refused(
        checkpoint,
        "silver has the rows of table "
            + tableName
            + " up to version "
            + (version - 1)
            + ", and the table is at "
            + newest
            + ": what came after would be missing in silver",
        FINISH);
  }

  private static UserException refused(String checkpoint, String why, String remedy) {
    return UserException.failed(
        "the Spark job of " + checkpoint + " can't be taken over", why, remedy);
  }
}
