package io.alluvium.feed;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How to start an {@link EmbeddedBroker}.
 *
 * @param dataDirectory where the logs live, kept on close; empty for a temporary one that close
 *     deletes
 * @param port the loopback port that clients connect to; 0 takes any free one
 * @param properties broker properties that override the embedded defaults. To secure the client
 *     listener, map its name {@code CLIENT} in {@code listener.security.protocol.map}
 */
public record BrokerOptions(
    Optional<Path> dataDirectory, int port, Map<String, String> properties) {

  public BrokerOptions {
    properties = Map.copyOf(properties);
  }

  /** A temporary directory, any free port, nothing overridden. */
  public static BrokerOptions temporary() {
    return new BrokerOptions(Optional.empty(), 0, Map.of());
  }

  public BrokerOptions withDataDirectory(Path directory) {
    return new BrokerOptions(Optional.of(directory), port, properties);
  }

  public BrokerOptions withPort(int newPort) {
    return new BrokerOptions(dataDirectory, newPort, properties);
  }

  public BrokerOptions withProperties(Map<String, String> newProperties) {
    return new BrokerOptions(dataDirectory, port, newProperties);
  }
}
