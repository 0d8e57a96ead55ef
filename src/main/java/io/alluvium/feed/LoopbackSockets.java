package io.alluvium.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of one broker, bound before it is configured: its properties must name the
 * ports, and a port that is looked up, released and bound again later can be taken in between.
 *
 * <p>The broker closes the sockets that it was given; {@link #close} closes all of them.
 */
final class LoopbackSockets implements ServerSocketFactory, AutoCloseable {
  private static final int BACKLOG = 50;

  private final Map<Integer, ServerSocketChannel> byPort;
  private final int clientPort;
  private final int controllerPort;

  private LoopbackSockets(ServerSocketChannel client, ServerSocketChannel controller) {
    clientPort = port(client);
    controllerPort = port(controller);
    byPort = Map.of(clientPort, client, controllerPort, controller);
  }

  /**
   * @param clientPort 0 for any free one
   * @throws IOException when the port is taken
   */
  static LoopbackSockets bind(int clientPort) throws IOException {
    List<ServerSocketChannel> bound = new ArrayList<>();
    try {
      bound.add(listen(clientPort));
      bound.add(listen(0));
      return new LoopbackSockets(bound.get(0), bound.get(1));
    } catch (IOException e) {
      bound.forEach(LoopbackSockets::close);
      throw e;
    }
  }

  int clientPort() {
    return clientPort;
  }

  int controllerPort() {
    return controllerPort;
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBufferBytes)
      throws IOException {
    ServerSocketChannel channel = byPort.get(address.getPort());
    return channel == null
        ? ServerSocketFactory.INSTANCE.openServerSocket(
            listenerName, address, backlog, receiveBufferBytes)
        : channel;
  }

  @Override
  public void close() {
    byPort.values().forEach(LoopbackSockets::close);
  }

  private static ServerSocketChannel listen(int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.configureBlocking(false);
      ServerSocket socket = channel.socket();
      // A restart on the same port must not wait for the old connections' TIME_WAIT.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static int port(ServerSocketChannel channel) {
    return channel.socket().getLocalPort();
  }

  private static void close(ServerSocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
