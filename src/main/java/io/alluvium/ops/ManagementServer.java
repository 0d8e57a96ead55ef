package io.alluvium.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.alluvium.error.ConfigurationErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code /livez} (at least one pipeline hasn't ended: a restart would stop it, too), {@code
 * /readyz} (all pipelines run, their partitions assigned and loaded, and their tables take what is
 * written), both with a line a pipeline, and {@code /metrics} (Prometheus text). Read-only, without
 * any authentication: hence on loopback unless the configuration says otherwise.
 */
public final class ManagementServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementServer.class);
  private static final Duration BETWEEN_LOOKS_AT_TABLES = Duration.ofSeconds(10);

  /** Two answer; one looks at tables, for which storage may let it wait. */
  private static final int THREADS = 2;

  private final HttpServer server;
  private final ExecutorService executor;
  private final ExecutorService looking;
  private final ProcessMetrics metrics;

  private ManagementServer(HttpServer server, List<PipelineHealth> pipelines, Duration pause) {
    this.server = server;
    this.executor = Executors.newFixedThreadPool(THREADS, task -> daemon("management", task));
    this.looking = Executors.newSingleThreadExecutor(task -> daemon("table-sizes", task));
    this.metrics = new ProcessMetrics(pipelines, looking, pause);
  }

  /**
   * Starts it.
   *
   * @param address port 0 = any free one
   */
  public static ManagementServer start(List<PipelineHealth> pipelines, InetSocketAddress address) {
    return start(pipelines, address, BETWEEN_LOOKS_AT_TABLES);
  }

  /**
   * The same.
   *
   * @param betweenLooks how long sizes of tables may be out of date
   */
  static ManagementServer start(
      List<PipelineHealth> pipelines, InetSocketAddress address, Duration betweenLooks) {
    HttpServer server = listen(address);
    if (!server.getAddress().getAddress().isLoopbackAddress()) {
      LOG.warn(
          "health and metrics are served at {}, to everybody who reaches it: there is neither"
              + " authentication nor encryption",
          server.getAddress());
    }
    ManagementServer management = new ManagementServer(server, pipelines, betweenLooks);
    management.serve(pipelines);
    return management;
  }

  private void serve(List<PipelineHealth> pipelines) {
    server.setExecutor(executor);
    server.createContext(
        "/livez",
        exchange ->
            answer(exchange, pipelines.stream().anyMatch(PipelineHealth::isAlive), pipelines));
    server.createContext(
        "/readyz",
        exchange ->
            answer(exchange, pipelines.stream().allMatch(PipelineHealth::isReady), pipelines));
    server.createContext(
        "/metrics",
        exchange ->
            send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape()));
    server.start();
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static HttpServer listen(InetSocketAddress address) {
    try {
      return HttpServer.create(address, 16);
    } catch (IOException e) {
      throw ConfigurationErrors.managementPortTaken(address.getHostString(), address.getPort(), e);
    }
  }

  private static void answer(HttpExchange exchange, boolean good, List<PipelineHealth> pipelines)
      throws IOException {
    String lines = pipelines.stream().map(p -> p.describe() + "\n").collect(Collectors.joining());
    send(exchange, good ? 200 : 503, "text/plain; charset=utf-8", lines);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    try (exchange) {
      boolean get = exchange.getRequestMethod().equals("GET");
      byte[] body = (get ? text : "only GET is answered here\n").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(get ? status : 405, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Where it listens, such as {@code http://127.0.0.1:41234}. */
  public String address() {
    InetSocketAddress bound = server.getAddress();
    String host = bound.getAddress().getHostAddress();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
    looking.shutdownNow();
    metrics.close();
  }
}
