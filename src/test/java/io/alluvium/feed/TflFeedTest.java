package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.error.UserException;
import io.alluvium.feed.TflSettings.Patience;
import io.alluvium.testing.TflStub;
import io.alluvium.testing.TflStub.Answer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TflFeedTest {
  private static final String BUS = prediction("BUS1", "2026-01-01T08:00:00.1Z", 90, "08:01:30");
  private static final String BUS_COUNTED_DOWN =
      prediction("BUS1", "2026-01-01T08:00:30.1Z", 60, "08:01:30");
  private static final String BUS_LATE =
      prediction("BUS1", "2026-01-01T08:00:30.1Z", 75, "08:01:45");
  private static final String TRAIN = prediction("042", "2026-01-01T08:00:00Z", 30, "08:00:30");

  private static final String KEY = "a&b";

  private TflStub tfl;

  @BeforeEach
  void start() throws IOException {
    tfl = TflStub.start();
  }

  @AfterEach
  void stop() {
    tfl.close();
  }

  @Test
  void handsPredictionsOnByteForByteWithTheVehicleAsKey() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(BUS, TRAIN));
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
    tfl.answers(Answer.of(BUS, TRAIN));
    tfl.answers(Answer.of(BUS_COUNTED_DOWN, TRAIN));
    tfl.answers(Answer.of(BUS_LATE, TRAIN));
    TflFeed feed = feed("24");

    // When
    List<String> published = values(poll(feed, 3));

    // Then
    assertThat(published).containsExactly(BUS, TRAIN, BUS_LATE);
    assertThat(feed.remarks())
        .startsWith("3 polls, 3 predictions served again left out, 0 requests failed");
  }

  @Test
  void asksForModesAndForAllLinesTogether() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(BUS));
    tfl.answers(Answer.of(TRAIN));
    TflFeed feed = feed("24", "tube", "victoria", "bus");

    // When
    feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(tfl.requests())
        .containsExactly(
            "/Mode/tube,bus/Arrivals?app_key=a%26b", "/Line/24,victoria/Arrivals?app_key=a%26b");
  }

  @Test
  void goesOnAfterRefusalsFailuresAndGarbage() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(429, "").with("Retry-After", "0"));
    tfl.answers(Answer.of(503, ""));
    tfl.answers(Answer.of(200, "<html>"));
    tfl.answers(Answer.of(200, "[{\"vehicleId\":"));
    tfl.answers(Answer.of(200, "[1]"));
    tfl.answers(TflStub.CUT);
    tfl.answers(TflStub.STALLED);
    tfl.answers(Answer.of(408, ""));
    tfl.answers(Answer.of(BUS));
    TflFeed feed = feed("24");

    // When
    List<String> published = values(poll(feed, 9));

    // Then
    assertThat(published).containsExactly(BUS);
    // One less where the JDK's client asks again by itself after a connection was cut.
    assertThat(feed.remarks()).matches("1 polls, .*, [78] requests failed");
  }

  @Test
  void waitsAsLongAsRetryAfterSays() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(429, "").with("Retry-After", "3600"));
    TflFeed feed = feed("24");
    feed.poll(Duration.ZERO);

    // When
    List<Message> messages = feed.poll(Duration.ofMillis(50));

    // Then
    assertThat(messages).isEmpty();
    assertThat(tfl.requests()).hasSize(1);
  }

  @Test
  void unknownLineIsFinal() {
    // Given
    tfl.answers(Answer.of(404, "{}"));
    TflFeed feed = feed("no-such-line");

    // When
    assertThatThrownBy(() -> feed.poll(Duration.ofSeconds(1)))

        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("/Line/no-such-line/Arrivals")
        .hasMessageContaining("404")
        .hasMessageNotContaining("app_key");
  }

  @Test
  void packedAnswersAreUnpacked() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(BUS, TRAIN).with("Content-Encoding", "gzip"));
    TflFeed feed = feed("24");

    // When
    List<Message> messages = feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(values(messages)).containsExactly(BUS, TRAIN);
  }

  @Test
  void anotherFieldCanBeTheKeyAndItsAbsenceIsTold() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(BUS, "{\"vehicleId\":\"X\"}"));
    TflFeed feed = new TflFeed(settings(tfl.url(), "naptanId", "24"));

    // When
    List<Message> messages = feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(messages).extracting(Message::key).containsExactly("940é", null);
    assertThat(feed.remarks()).contains("1 without naptanId, so without a record key");
  }

  @Test
  void whileTflIsDownItSaysWhatIsWrongAndWhenItAsksAgain() throws InterruptedException {
    // Given
    tfl.answers(Answer.of(429, "").with("Retry-After", "600"));
    TflFeed feed = feed("24");

    // When
    feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(feed.remarks())
        .matches(".*1 requests failed; TfL: HTTP 429, asked again in (599|6[0-5]\\d) s");
  }

  @Test
  void theApplicationKeyIsNowhereButInTheRequest() throws InterruptedException {
    // Given
    tfl.close(); // nobody answers
    TflSettings settings = settings(tfl.url(), "vehicleId", "24");
    TflFeed feed = new TflFeed(settings);

    // When
    feed.poll(Duration.ofSeconds(1));

    // Then
    assertThat(feed.remarks()).contains("1 requests failed; TfL: ConnectException");
    assertThat(feed.remarks() + settings).doesNotContain(KEY).doesNotContain("a%26b");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  https://api.tfl.gov.uk",
    "true,  http://127.0.0.1:8080/tfl/",
    "false, https://api.tfl.gov.uk?app_key=x",
    "false, https://me:secret@api.tfl.gov.uk",
    "false, ftp://api.tfl.gov.uk",
    "false, api.tfl.gov.uk",
    "false, https:///Mode"
  })
  void onlyAnAddressThatCanBeAskedWillDo(boolean usable, URI base) {
    // Given
    URI given = base;

    // When
    boolean will = TflSettings.isUsable(given);

    // Then
    assertThat(will).isEqualTo(usable);
  }

  private TflFeed feed(String... wanted) {
    return new TflFeed(settings(tfl.url() + "/", "vehicleId", wanted));
  }

  private static TflSettings settings(String url, String keyField, String... wanted) {
    Duration soon = Duration.ofMillis(1);
    return new TflSettings(
        URI.create(url),
        List.of(wanted),
        Optional.of(KEY),
        keyField,
        soon,
        new Patience(soon, soon, Duration.ofMillis(500)));
  }

  /** Polls until the server has answered so often. */
  private List<Message> poll(TflFeed feed, int answered) throws InterruptedException {
    List<Message> messages = new ArrayList<>();
    while (tfl.requests().size() < answered) {
      messages.addAll(feed.poll(Duration.ofSeconds(1)));
    }
    return messages;
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
