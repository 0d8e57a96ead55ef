package io.alluvium.feed;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.server.fault.LoggingFaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Broker and controller of one node, put together as {@code kafka.server.KafkaRaftServer} does it
 * save for three things: sockets may be bound beforehand, metrics aren't published through JMX,
 * where the names of two nodes would collide, and a fault is logged. Kafka's own handler of faults
 * ends the process through {@code Exit.halt}, whose procedure is global to the JVM, so that
 * replacing it would reach everything else in there.
 */
final class KafkaServers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaServers.class);
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  private final Metrics metrics = new Metrics(Time.SYSTEM);
  private final BrokerServer broker;
  private final ControllerServer controller;

  /** Takes hold of the log directories, which must be formatted; starts nothing yet. */
  KafkaServers(KafkaConfig config, LoopbackSockets sockets) {
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directories =
        KafkaRaftServer.initializeLogDirs(config, LOG, "");
    SharedServer shared =
        new SharedServer(
            config,
            directories._1(),
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(
                Map.of(
                    config.nodeId(),
                    new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), sockets.controllerPort()))),
            List.of(),
            (name, fatal, action) -> new LoggingFaultHandler(name, action),
            sockets);
    broker = new BrokerServer(shared);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
  }

  /** Returns once requests are taken. */
  void start() {
    controller.startup();
    broker.startup();
  }

  /** The port that a listener of the properties got in the end. */
  int boundPort(String listener) {
    return broker.boundPort(new ListenerName(listener));
  }

  /** Stops whatever has started; all threads have ended on return. */
  @Override
  public void close() {
    try {
      broker.shutdown(SHUTDOWN_TIMEOUT);
    } finally {
      controller.shutdown();
      metrics.close();
    }
  }
}
