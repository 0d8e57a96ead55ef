package io.alluvium.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/** TfL's API on loopback, which gives prepared answers; the last one again and again. */
public final class TflStub implements AutoCloseable {
  /**
   * One answer.
   *
   * @param headers such as {@code Retry-After}
   */
  public record Answer(int status, String body, Map<String, String> headers) {
    public static Answer of(String... predictions) {
      return of(200, "[" + String.join(" ,\n ", predictions) + "]");
    }

    public static Answer of(int status, String body) {
      return new Answer(status, body, Map.of());
    }

    public Answer with(String header, String value) {
      return new Answer(status, body, Map.of(header, value));
    }
  }

  /** Sends half of what it promises, and then nothing. */
  public static final Answer STALLED = Answer.of(200, "stalled");

  /** Closes the connection without a word. */
  public static final Answer CUT = Answer.of(200, "cut");

  private final HttpServer server;
  private final Queue<Answer> answers = new ArrayDeque<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private TflStub(HttpServer server) {
    this.server = server;
  }

  public static TflStub start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TflStub stub = new TflStub(server);
    server.createContext("/", stub::answer);
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "tfl-stub");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
    return stub;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Adds an answer. */
  public synchronized void answers(Answer answer) {
    answers.add(answer);
  }

  /** Paths and queries of what was asked. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private synchronized Answer next() {
    return answers.size() > 1 ? answers.remove() : answers.element();
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    Answer answer = next();
    try (exchange) {
      if (answer.equals(STALLED)) {
        stall(exchange);
      } else if (!answer.equals(CUT)) {
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        byte[] body = body(answer);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  private static byte[] body(Answer answer) throws IOException {
    byte[] plain = answer.body().getBytes(UTF_8);
    if (!"gzip".equals(answer.headers().get("Content-Encoding"))) {
      return plain;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  private void stall(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1_000);
    exchange.getResponseBody().write(new byte[500]);
    exchange.getResponseBody().flush();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
