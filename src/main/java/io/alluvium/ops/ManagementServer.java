package io.alluvium.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.alluvium.error.ConfigurationErrors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Answers on loopback: {@code /livez} (at least one pipeline hasn't ended: a restart would stop it,
 * too), {@code /readyz} (all pipelines run, their partitions assigned and loaded), both with a line
 * a pipeline, and {@code /metrics} (Prometheus text). Read-only.
 */
public final class ManagementServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor;
  private final ProcessMetrics metrics;

  private ManagementServer(HttpServer server, ExecutorService executor, ProcessMetrics metrics) {
    this.server = server;
    this.executor = executor;
    this.metrics = metrics;
  }

  /**
   * Starts it.
   *
   * @param port 0 = any free one
   */
  public static ManagementServer start(List<PipelineHealth> pipelines, int port) {
    HttpServer server = listen(port);
    ProcessMetrics metrics = new ProcessMetrics(pipelines);
    ExecutorService executor = Executors.newFixedThreadPool(2, ManagementServer::daemon);
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
    return new ManagementServer(server, executor, metrics);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "management");
    thread.setDaemon(true);
    return thread;
  }

  private static HttpServer listen(int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
    } catch (IOException e) {
      throw ConfigurationErrors.managementPortTaken(port, e);
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
    return "http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
    metrics.close();
  }
}
