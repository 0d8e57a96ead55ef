package io.alluvium.error;

/** The user-facing errors of brokers, topics and groups. */
public final class TopicErrors {
  private TopicErrors() {}

  public static UserException partitionCountChanged(
      String tableName, String topic, String owner, int partitions) {
    return UserException.failed(
        "topic " + topic + " has " + partitions + " partitions now",
        "table " + tableName + " was written for partition " + owner + ", so keys may have moved",
        "run `rebuild`, which makes silver anew from bronze for " + partitions + " partitions");
  }

  public static UserException offsetsGone(
      String topic, int partition, long position, long beginning) {
    return UserException.failed(
        "topic " + topic + ", partition " + partition + " no longer holds offset " + position,
        "the tables need offset " + position + " next and the topic begins at " + beginning,
        "restore the records, or set source.on-gap to continue to go on at "
            + beginning
            + " without the offsets between");
  }

  public static UserException topicMissing(String topic) {
    return UserException.failed(
        "topic " + topic + " doesn't exist",
        "the broker knows no topic of this name, or doesn't let this user see it",
        "create it, or correct source.topic");
  }

  public static UserException brokerUnreachable(String topic, String servers, Throwable cause) {
    return UserException.failed(
        "topic " + topic + " can't be read at " + servers,
        // Of a client that can't be made Kafka says only that it failed.
        UserException.reason(cause.getCause() == null ? cause : cause.getCause()),
        "check kafka.bootstrap.servers, the credentials, and that the broker is up",
        cause);
  }

  public static UserException groupShared(String group, int members) {
    return UserException.failed(
        "`run --once` can't share the consumer group " + group,
        "the group has " + members + " other member(s), which would take some of the partitions",
        "stop them first; a stopped process leaves the group at once, a killed one after"
            + " session.timeout.ms");
  }

  public static UserException silverOffsetsGone(
      String topic, int partition, long silver, long beginning, long bronze) {
    return UserException.failed(
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

  public static UserException topicEndsBeforePosition(
      String topic, int partition, long position, long end) {
    return UserException.failed(
        "topic " + topic + ", partition " + partition + " ends before the tables' position",
        "the tables need offset "
            + position
            + " next and the topic ends at "
            + end
            + ": it was recreated or truncated",
        "if this is the right topic, run `reset --to earliest` to take it from its beginning");
  }

  public static UserException topicRecreated(String topic, String then, String now) {
    return UserException.failed(
        "topic " + topic + " is not the one that the tables were filled from",
        "its id was " + then + " and is " + now + " now: the tables' offsets mean nothing in it",
        "if this is the right topic, run `reset --to earliest` to take it from its beginning");
  }

  public static UserException brokerDoesNotStart(int port, Throwable cause) {
    return UserException.failed(
        "the embedded broker doesn't start"
            + (port == 0 ? " on any free port" : " on port " + port),
        UserException.reason(cause),
        "free the port or choose another, and check that the data directory can be written",
        cause);
  }

  public static UserException topicNotCreated(String topic, Throwable cause) {
    return UserException.failed(
        "topic " + topic + " is not created",
        UserException.reason(cause),
        "choose another name, or use the topic that exists",
        cause);
  }

  public static UserException messageNotSent(String topic, Throwable cause) {
    return UserException.failed(
        "a message was not taken by topic " + topic,
        UserException.reason(cause),
        "check that the topic exists, that the broker answers and that messages are small enough",
        cause);
  }
}
