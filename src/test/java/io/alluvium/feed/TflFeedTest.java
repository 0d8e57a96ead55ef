package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TflFeedTest {
  private static final String BUS = prediction("BUS1", "2026-01-01T08:00:00.1Z", 90, "08:01:30");
  private static final String BUS_COUNTED_DOWN =
      prediction("BUS1", "2026-01-01T08:00:30.1Z", 60, "08:01:30");
  private static final String BUS_LATE =
      prediction("BUS1", "2026-01-01T08:00:30.1Z", 75, "08:01:45");
  private static final String TRAIN = prediction("042", "2026-01-01T08:00:00Z", 30, "08:00:30");

  private record Answer(int status, String body, Optional<String> retryAfter) {
    static Answer of(String... predictions) {
      return new Answer(200, "[" + String.join(" ,\n ", predictions) + "]", Optional.empty());
    }
  }

  private final Queue<Answer> answers = new ArrayDeque<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void handsPredictionsOnByteForByteWithTheVehicleAsKey() throws InterruptedException {
    // Given
    answers.add(Answer.of(BUS, TRAIN));
    TflFeed feed = feed("24");

    // When
    List<Message> messages = feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(values(messages)).containsExactly(BUS, TRAIN);
    assertThat(messages).extracting(Message::key).containsExactly("BUS1", "042");
  }

  @Test
  void leavesOutWhatIsServedAgainOrOnlyCountedDown() throws InterruptedException {
    // Given
    answers.add(Answer.of(BUS, TRAIN));
    answers.add(Answer.of(BUS_COUNTED_DOWN, TRAIN));
    answers.add(Answer.of(BUS_LATE, TRAIN));
    TflFeed feed = feed("24");

    // When
    List<String> published = values(poll(feed, 3));

    // Then
    assertThat(published).containsExactly(BUS, TRAIN, BUS_LATE);
    assertThat(feed.remarks()).startsWith("3 predictions served again left out, 0 requests");
  }

  @Test
  void asksForModesAndForAllLinesTogether() throws InterruptedException {
    // Given
    answers.add(Answer.of(BUS));
    answers.add(Answer.of(TRAIN));
    TflFeed feed = feed("24", "tube", "victoria");

    // When
    feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(requests)
        .containsExactly(
            "/Mode/tube/Arrivals?app_key=a%26b", "/Line/24,victoria/Arrivals?app_key=a%26b");
  }

  @Test
  void goesOnAfterRefusalsFailuresAndGarbage() throws InterruptedException {
    // Given
    answers.add(new Answer(429, "", Optional.of("0")));
    answers.add(new Answer(503, "", Optional.empty()));
    answers.add(new Answer(200, "<html>", Optional.empty()));
    answers.add(new Answer(200, "[{\"vehicleId\":", Optional.empty()));
    answers.add(new Answer(200, "[1]", Optional.empty()));
    answers.add(Answer.of(BUS));
    TflFeed feed = feed("24");

    // When
    List<String> published = values(poll(feed, 6));

    // Then
    assertThat(published).containsExactly(BUS);
    assertThat(feed.remarks()).endsWith("5 requests failed");
  }

  @Test
  void waitsAsLongAsRetryAfterSays() throws InterruptedException {
    // Given
    answers.add(new Answer(429, "", Optional.of("3600")));
    TflFeed feed = feed("24");
    feed.poll(Duration.ZERO);

    // When
    List<Message> messages = feed.poll(Duration.ofMillis(50));

    // Then
    assertThat(messages).isEmpty();
    assertThat(requests).hasSize(1);
  }

  @Test
  void unknownLineIsFinal() {
    // Given
    answers.add(new Answer(404, "{}", Optional.empty()));
    TflFeed feed = feed("no-such-line");

    // When
    assertThatThrownBy(() -> feed.poll(Duration.ofSeconds(1)))

        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("/Line/no-such-line/Arrivals")
        .hasMessageContaining("404")
        .hasMessageNotContaining("app_key");
  }

  private TflFeed feed(String... wanted) {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    Duration soon = Duration.ofMillis(1);
    return new TflFeed(
        new TflSettings(base, List.of(wanted), Optional.of("a&b"), soon, soon, soon));
  }

  /** Polls until the server has answered so often. */
  private List<Message> poll(TflFeed feed, int answered) throws InterruptedException {
    List<Message> messages = new ArrayList<>();
    while (requests.size() < answered) {
      messages.addAll(feed.poll(Duration.ofSeconds(1)));
    }
    return messages;
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    Answer answer = answers.remove();
    answer
        .retryAfter()
        .ifPresent(seconds -> exchange.getResponseHeaders().add("Retry-After", seconds));
    byte[] body = answer.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static List<String> values(List<Message> messages) {
    return messages.stream().map(message -> new String(message.value(), UTF_8)).toList();
  }

  private static String prediction(String vehicle, String timestamp, int seconds, String expected) {
    return """
        { "id":"1","vehicleId":"%s","naptanId":"940é","timestamp":"%s","timeToStation":%d, \
        "expectedArrival":"2026-01-01T%sZ","timing":{"read":"%s"}}"""
        .formatted(vehicle, timestamp, seconds, expected, timestamp);
  }
}
