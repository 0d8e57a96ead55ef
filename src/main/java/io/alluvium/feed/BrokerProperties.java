package io.alluvium.feed;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The properties of a broker of one node that starts and stops quickly and takes little memory. */
final class BrokerProperties {
  static final int NODE_ID = 1;
  static final String HOST = "127.0.0.1";
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  private static final String CLIENT_LISTENER = "CLIENT";

  private static final Map<String, String> SMALL =
      Map.ofEntries(
          // One node holds every copy there is.
          Map.entry("offsets.topic.num.partitions", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("transaction.state.log.num.partitions", "1"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          // The first member of a group need not wait for others.
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          // The default buffer of the log cleaner alone is 128 MB of heap.
          Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
          Map.entry("log.cleaner.io.buffer.size", "65536"),
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "2"),
          Map.entry("background.threads", "2"),
          // Replayed messages may carry old or future times; neither loses them.
          Map.entry("log.retention.ms", "-1"),
          Map.entry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)),
          // A topic with a mistyped name must not come into being.
          Map.entry("auto.create.topics.enable", "false"));

  private BrokerProperties() {}

  /**
   * @param overrides win over everything else
   */
  static Properties of(Path dataDirectory, LoopbackSockets sockets, Map<String, String> overrides) {
    Properties properties = new Properties();
    properties.putAll(SMALL);
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", Integer.toString(NODE_ID));
    properties.put("log.dirs", dataDirectory.toString());
    properties.put(
        "listeners",
        listener(CLIENT_LISTENER, sockets.clientPort())
            + ","
            + listener(CONTROLLER_LISTENER, sockets.controllerPort()));
    properties.put("advertised.listeners", listener(CLIENT_LISTENER, sockets.clientPort()));
    properties.put("inter.broker.listener.name", CLIENT_LISTENER);
    properties.put("controller.listener.names", CONTROLLER_LISTENER);
    properties.put(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    properties.put(
        "controller.quorum.voters", NODE_ID + "@" + HOST + ":" + sockets.controllerPort());
    properties.putAll(overrides);
    return properties;
  }

  private static String listener(String name, int port) {
    return name + "://" + HOST + ":" + port;
  }
}
