package io.alluvium.oci;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * OCI on loopback: answers only requests whose signature OCI would take, with handlers that tests
 * plug in, and with the faults that they ask for. What is refused gets 401, what no handler takes
 * gets 404, both in OCI's words.
 *
 * <p>Handlers run on several threads at once.
 */
public final class OciServer implements AutoCloseable {
  static {
    // Read when the first server is made: else each answer waits for an acknowledgement, 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final OciSignatures signatures;
  private final List<Route> routes = new CopyOnWriteArrayList<>();
  private final List<Planned> planned = new CopyOnWriteArrayList<>();
  private final List<OciRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  private record Route(
      Predicate<OciRequest> which, Function<OciRequest, Optional<OciResponse>> handler) {}

  private record Planned(Predicate<OciRequest> which, OciFault fault) {}

  private OciServer(HttpServer server, OciSignatures signatures) {
    this.server = server;
    this.signatures = signatures;
  }

  /** A server that knows one user. */
  public static OciServer start(OciUser user) {
    return start(user, Clock.systemUTC());
  }

  /** The same with another idea of what time it is. */
  static OciServer start(OciUser user, Clock clock) {
    return start(user, clock, 0);
  }

  private static OciServer start(OciUser user, Clock clock, int port) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      OciServer server = new OciServer(http, new OciSignatures(user, clock));
      http.createContext("/", server::serve);
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For {@code oci.endpoints.*}. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Adds a handler for requests whose path, decoded, begins with this; empty = not mine. */
  public void handle(String pathPrefix, Function<OciRequest, Optional<OciResponse>> handler) {
    routes.add(new Route(request -> request.path().startsWith(pathPrefix), handler));
  }

  /** Plans a fault for the next request of a kind, behind those planned already. */
  public void plan(Predicate<OciRequest> which, OciFault fault) {
    planned.add(new Planned(which, fault));
  }

  /** Forgets the faults that haven't happened. */
  public void recover() {
    planned.clear();
  }

  /** Every request with a good signature, faults included, in the order of arrival. */
  public List<OciRequest> requests() {
    return List.copyOf(requests);
  }

  /** Why requests were refused with 401. */
  public List<String> refusals() {
    return List.copyOf(refusals);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      OciRequest request = request(exchange);
      Optional<String> refusal = signatures.refusal(request);
      if (refusal.isPresent()) {
        refusals.add(refusal.get());
        answer(exchange, OciResponse.error(401, "NotAuthenticated", refusal.get()));
        return;
      }
      requests.add(request);
      respond(request).ifPresent(response -> answer(exchange, response));
    }
  }

  /** The answer; empty if the connection is to end without one. */
  private Optional<OciResponse> respond(OciRequest request) {
    OciFault fault = nextFault(request);
    if (fault instanceof OciFault.Dropped) {
      return Optional.empty();
    }
    if (fault instanceof OciFault.Refused refused) {
      return Optional.of(OciResponse.error(refused.status(), "Injected", "as the test asked"));
    }
    if (fault instanceof OciFault.Delayed delayed) {
      sleep(delayed.duration().toMillis());
    }
    OciResponse response =
        routes.stream()
            .filter(route -> route.which.test(request))
            .flatMap(route -> route.handler.apply(request).stream())
            .findFirst()
            .orElseGet(
                () -> OciResponse.error(404, "NotAuthorizedOrNotFound", "no such resource here"));
    return fault instanceof OciFault.AnswerLost ? Optional.empty() : Optional.of(response);
  }

  private synchronized OciFault nextFault(OciRequest request) {
    for (Planned next : planned) {
      if (next.which.test(request)) {
        planned.remove(next);
        return next.fault;
      }
    }
    return null;
  }

  private static OciRequest request(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return new OciRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        headers,
        exchange.getRequestBody().readAllBytes());
  }

  private static void answer(HttpExchange exchange, OciResponse response) {
    response.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.getResponseHeaders().set("opc-request-id", "test");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    try {
      if (head || response.body().length == 0) {
        if (head) {
          exchange
              .getResponseHeaders()
              .set("Content-Length", String.valueOf(response.body().length));
        }
        exchange.sendResponseHeaders(response.status(), -1);
        return;
      }
      exchange.sendResponseHeaders(response.status(), response.body().length);
      exchange.getResponseBody().write(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
