package io.alluvium.error;

/** The user-facing errors of pipelines that re-key. */
public final class RekeyErrors {
  private RekeyErrors() {}

  /**
   * @param sourcePartitions of the source topic, as a suggestion
   */
  public static UserException topicMissing(String topic, String source, int sourcePartitions) {
    return UserException.failed(
        "topic " + topic + " doesn't exist",
        "rekey.topic names it, and Alluvium creates no topics: they are the user's",
        "create it with as many partitions as "
            + source
            + " has, "
            + sourcePartitions
            + ", or as many as silver is to be written in parallel; or correct rekey.topic");
  }

  public static UserException partitionsChanged(String topic, int then, int now) {
    return UserException.failed(
        "topic " + topic + " has " + now + " partitions now",
        "silver was filled while it had " + then + ", so keys would move",
        "run `rebuild"
            + (now > then ? "" : " --into PATH")
            + "`, which makes silver anew from bronze for "
            + now
            + " partitions"
            + (now > then ? "" : ", and set silver.path to it")
            + "; or name a topic of "
            + then);
  }

  public static UserException filledWithoutRekey(String silverTable, String topic) {
    return UserException.failed(
        "table " + silverTable + " was filled without rekey.topic",
        "its rows are spread by the partitions of "
            + topic
            + ", so a key's row may lie with another partition than the re-keyed topic gives it",
        "run `rebuild --into PATH`, which makes another silver of all that bronze holds, and set"
            + " silver.path to it");
  }

  public static UserException filledWithRekey(String silverTable, String appId) {
    return UserException.failed(
        "table " + silverTable + " was filled through another re-keyed topic, or with one",
        "it holds the position " + appId + ", which this configuration knows nothing of",
        "set rekey.topic as it was; or run `rebuild --into PATH`, which makes another silver of all"
            + " that bronze holds, and set silver.path to it");
  }

  public static UserException tooLarge(
      String topic, int partition, long offset, int bytes, Throwable cause) {
    return UserException.failed(
        "a row doesn't fit into topic " + topic,
        "the silver row of source partition "
            + partition
            + ", offset "
            + offset
            + " has "
            + bytes
            + " bytes: "
            + cause.getMessage(),
        "raise the topic's max.message.bytes and kafka.producer.max.request.size, or leave large"
            + " columns out of silver",
        cause);
  }

  public static UserException writeDenied(String topic, Throwable cause) {
    return UserException.failed(
        "the broker doesn't let this user write",
        String.valueOf(cause.getMessage()),
        "give it READ and WRITE on topic " + topic + ", or correct the credentials",
        cause);
  }

  public static UserException messagesMissing(
      String topic, int partition, String source, int sourcePartition, long offset) {
    return UserException.failed(
        "topic " + topic + ", partition " + partition + " has lost messages",
        "silver needs offset "
            + offset
            + " of "
            + source
            + ", partition "
            + sourcePartition
            + " next, and what came later is there; nobody has sent it again",
        "start the service again, all instances of it: what silver lacks is sent once more. If it"
            + " happens again, raise the topic's retention");
  }
}
