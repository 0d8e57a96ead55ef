package io.alluvium.feed;

import io.alluvium.error.InputErrors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;

/**
 * Asks TfL for one response at a time. The application key goes into the request and nowhere else:
 * every message that leaves here has been searched for it.
 */
final class TflClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int REQUEST_TIMEOUT = 408;

  private final Optional<String> appKey;
  private final Duration patience;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  /** Something that may pass. */
  static final class PassingFailure extends IOException {
    private static final long serialVersionUID = 1L;
    private final transient Optional<Duration> retryAfter;

    PassingFailure(String message, Optional<Duration> retryAfter) {
      super(message);
      this.retryAfter = retryAfter;
    }

    /** How long the server asks to wait. */
    Optional<Duration> retryAfter() {
      return retryAfter;
    }
  }

  /**
   * @param patience for the whole of a response
   */
  TflClient(Optional<String> appKey, Duration patience) {
    this.appKey = appKey;
    this.patience = patience;
  }

  /**
   * The body of the response.
   *
   * @throws PassingFailure if it may be another time
   * @throws io.alluvium.error.UserException if TfL refuses this address for good
   */
  byte[] get(URI address) throws PassingFailure, InterruptedException {
    try {
      HttpResponse<byte[]> response = send(request(address));
      int status = response.statusCode();
      if (status == 200) {
        return body(response);
      }
      if (status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT || status >= 500) {
        throw new PassingFailure("HTTP " + status, retryAfter(response));
      }
      throw InputErrors.tflRefuses(address.toString(), status);
    } catch (PassingFailure e) {
      throw e;
    } catch (IOException e) {
      throw new PassingFailure(withoutKey(reason(e)), Optional.empty());
    }
  }

  private HttpRequest request(URI address) {
    String query = appKey.map(key -> "?app_key=" + encoded(key)).orElse("");
    return HttpRequest.newBuilder(URI.create(address + query))
        .header("Accept", "application/json")
        .header("Accept-Encoding", "gzip")
        .build();
  }

  /** A request's own timeout ends with the headers, and a body may stand still for ever. */
  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> response =
        http.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return response.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no whole answer within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } finally {
      response.cancel(true);
    }
  }

  private static byte[] body(HttpResponse<byte[]> response) throws IOException {
    if (response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isEmpty()) {
      return response.body();
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return in.readAllBytes();
    }
  }

  private static Optional<Duration> retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .flatMap(value -> RetryAfter.parse(value, Instant.now()));
  }

  private static String reason(IOException e) {
    String name = e.getClass().getSimpleName();
    return e.getMessage() == null ? name : name + ": " + e.getMessage();
  }

  private String withoutKey(String text) {
    return appKey.map(key -> text.replace(encoded(key), "****").replace(key, "****")).orElse(text);
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8);
  }
}
