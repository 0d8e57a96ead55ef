package io.alluvium.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.alluvium.error.Errors;
import io.alluvium.pipeline.PipelineService;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers on loopback: {@code /livez} (the pipeline hasn't ended), {@code /readyz} (its partitions
 * are assigned and loaded), {@code /metrics} (Prometheus text). Read-only.
 */
public final class ManagementServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor;
  private final JvmGcMetrics garbage;

  private ManagementServer(HttpServer server, ExecutorService executor, JvmGcMetrics garbage) {
    this.server = server;
    this.executor = executor;
    this.garbage = garbage;
  }

  /**
   * Starts it.
   *
   * @param port 0 = any free one
   */
  public static ManagementServer start(String pipeline, PipelineService service, int port) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    PipelineMetrics metrics = new PipelineMetrics(pipeline, service);
    metrics.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    JvmGcMetrics garbage = new JvmGcMetrics();
    garbage.bindTo(registry);
    HttpServer server = listen(port);
    ExecutorService executor = Executors.newFixedThreadPool(2, ManagementServer::daemon);
    server.setExecutor(executor);
    server.createContext("/livez", exchange -> answer(exchange, !service.hasEnded(), "ended"));
    server.createContext("/readyz", exchange -> answer(exchange, service.isRunning(), "not ready"));
    server.createContext(
        "/metrics",
        exchange -> {
          metrics.refresh();
          send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", registry.scrape());
        });
    server.start();
    return new ManagementServer(server, executor, garbage);
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
      throw Errors.managementPortTaken(port, e);
    }
  }

  private static void answer(HttpExchange exchange, boolean good, String otherwise)
      throws IOException {
    send(exchange, good ? 200 : 503, "text/plain; charset=utf-8", good ? "ok\n" : otherwise + "\n");
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
    garbage.close();
  }
}
