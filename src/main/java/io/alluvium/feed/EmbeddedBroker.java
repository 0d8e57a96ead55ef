package io.alluvium.feed;

import io.alluvium.error.TopicErrors;
import java.util.Map;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.utils.Utils;

/**
 * One Kafka broker with its KRaft controller in this JVM, on loopback: for the demonstration and
 * for tests. Several may run side by side. It keeps running after internal faults, which it logs;
 * only a log directory that can't be written any more makes Kafka halt the process.
 *
 * <p>Start and close it from one thread; clients may use it from anywhere.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private final BrokerDirectory directory;
  private final LoopbackSockets sockets;
  private final KafkaServers servers;

  private EmbeddedBroker(BrokerDirectory directory, LoopbackSockets sockets, KafkaServers servers) {
    this.directory = directory;
    this.sockets = sockets;
    this.servers = servers;
  }

  /** Starts with a temporary directory on any free port. */
  public static EmbeddedBroker start() {
    return start(BrokerOptions.temporary());
  }

  /**
   * Starts a broker and returns once it takes requests; after a failure nothing of it is left.
   *
   * @throws io.alluvium.error.UserException when the port is taken, the directory can't be used, or
   *     a property is wrong
   */
  public static EmbeddedBroker start(BrokerOptions options) {
    BrokerDirectory directory = null;
    LoopbackSockets sockets = null;
    KafkaServers servers = null;
    try {
      directory = BrokerDirectory.open(options.dataDirectory());
      sockets = LoopbackSockets.bind(options.port());
      servers =
          new KafkaServers(
              KafkaConfig.fromProps(
                  BrokerProperties.of(directory.path(), sockets, options.properties()), false),
              sockets);
      servers.start();
      return new EmbeddedBroker(directory, sockets, servers);
    } catch (Exception e) {
      Utils.closeQuietly(servers, "servers");
      Utils.closeQuietly(sockets, "sockets");
      Utils.closeQuietly(directory, "directory");
      throw TopicErrors.brokerDoesNotStart(options.port(), e);
    }
  }

  /** {@code host:port} of the client listener. */
  public String bootstrapServers() {
    return BrokerProperties.HOST + ":" + port();
  }

  /** The port of the client listener, to start again on. */
  public int port() {
    return sockets.clientPort();
  }

  /**
   * Makes a topic over the client listener, which must not ask for authentication.
   *
   * @throws io.alluvium.error.UserException when it exists already or its name is not allowed
   */
  public void createTopic(String name, int partitions) {
    Topics.create(
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()), name, partitions);
  }

  /** Stops the broker and releases its ports; deletes the directory if it is a temporary one. */
  @Override
  public void close() {
    Utils.closeQuietly(servers, "servers");
    Utils.closeQuietly(sockets, "sockets");
    Utils.closeQuietly(directory, "directory");
  }
}
