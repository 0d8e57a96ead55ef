package io.alluvium.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A loopback port in front of another that now and then closes every connection, whatever is under
 * way, as a service does that spreads its load.
 */
public final class CuttingProxy implements AutoCloseable {
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cut = new AtomicInteger();
  private volatile boolean down;
  private final ExecutorService threads = Executors.newCachedThreadPool(CuttingProxy::daemon);
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(CuttingProxy::daemon);

  private CuttingProxy(ServerSocket server) {
    this.server = server;
  }

  /** Takes a free port; nobody is answered yet. */
  public static CuttingProxy bind() throws IOException {
    return new CuttingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  public int port() {
    return server.getLocalPort();
  }

  /** How many connections were cut until now. */
  public int cut() {
    return cut.get();
  }

  /** Begins to answer. */
  public void start(int targetPort, Duration cutEvery) {
    threads.execute(() -> accept(targetPort));
    long millis = cutEvery.toMillis();
    var unused = clock.scheduleAtFixedRate(this::cutAll, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void accept(int targetPort) {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (down) {
          client.close();
          continue;
        }
        open.add(client);
        Socket target = new Socket(InetAddress.getLoopbackAddress(), targetPort);
        // Else small pieces wait for acknowledgements that are held back for 40 ms.
        client.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        open.add(target);
        threads.execute(() -> pump(client, target));
        threads.execute(() -> pump(target, client));
      } catch (IOException e) {
        // The proxy is being closed, or the broker behind it is: the client sees a closed port.
      }
    }
  }

  private void pump(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One side has gone, which closes the other.
    } finally {
      open.remove(from);
    }
  }

  /** Nobody is answered any more, and whoever was is cut off. */
  public void goDown() {
    down = true;
    cutAll();
  }

  /** As before. */
  public void comeBack() {
    down = false;
  }

  /** Closes every connection that is open now. */
  public void cutAll() {
    for (Socket socket : open) {
      close(socket);
      cut.incrementAndGet();
    }
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "cutting-proxy");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    close(server);
    open.forEach(CuttingProxy::close);
    threads.shutdownNow();
  }
}
