package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Schema;
import io.alluvium.testing.SharedData;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TflStub;
import io.alluvium.testing.TflStub.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From TfL's answers through {@code feed} and {@code run} to the rows of both tables. */
class TflFeedIT {
  private static final String APP_KEY = "a-secret-key";
  private static final String RECORDING = "data/tfl/bus-line-1-three-snapshots.ndjson.gz";
  private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":\"([^\"]*)\"");
  private static final List<Pattern> SILVER_KEY =
      Stream.of("vehicleId", "naptanId", "lineId", "direction")
          .map(field -> Pattern.compile("\"" + field + "\":\"([^\"]*)\""))
          .toList();

  private static EmbeddedBroker broker;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private TflStub tfl;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void startTfl() throws IOException {
    tfl = TflStub.start();
  }

  @AfterEach
  void stopTfl() {
    tfl.close();
  }

  @Test
  void whatIsNewComesToBothTablesOnce() throws Exception {
    // Given: two vehicles, of which one is served again counted down, and one is late
    tfl.answers(Answer.of(429, "").with("Retry-After", "0"));
    tfl.answers(Answer.of(prediction("BUS1", "08:00:00", 90), prediction("042", "08:00:00", 30)));
    tfl.answers(Answer.of(prediction("BUS1", "08:00:30", 60), prediction("042", "08:00:30", 45)));
    TestPipeline pipeline = pipeline("synthetic");

    // When
    int fed = feed("synthetic", "--count", "3");
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(fed).as(err.toString()).isZero();
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(3);
    assertThat(countdowns(pipeline)).containsOnly(entry("BUS1", 90), entry("042", 45));
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
    assertThat(tfl.requests())
        .allMatch(("/Mode/bus,tube/Arrivals?app_key=" + APP_KEY)::equals)
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(out.toString()).contains("sent 3 messages", "1 requests failed");
    assertThat(out.toString() + err).doesNotContain(APP_KEY);
  }

  @Test
  void aRecordedDayComesToTheTables() throws Exception {
    // Given
    Map<String, List<String>> snapshots = snapshots(SharedData.require(RECORDING));
    snapshots.values().forEach(lines -> tfl.answers(Answer.of(lines.toArray(String[]::new))));
    List<String> all = snapshots.values().stream().flatMap(List::stream).toList();
    TestPipeline pipeline = pipeline("recorded");

    // When: the last snapshot is served again and again
    int fed = feed("recorded", "--for", "2s");
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(fed).as(err.toString()).isZero();
    assertThat(durable).isTrue();
    int payload = pipeline.config().bronze().table().schema().indexOf("raw_payload");
    List<String> landed =
        pipeline.bronzeRows().stream().map(row -> row.get(payload).toString()).toList();
    assertThat(landed).isSubsetOf(all).doesNotHaveDuplicates();
    assertThat(pipeline.silverRows()).hasSize(silverKeys(all).size());
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  /** Silver's seconds to the stop, by vehicle. */
  private static Map<String, Integer> countdowns(TestPipeline pipeline) throws IOException {
    Schema schema = pipeline.config().silver().table().schema();
    int vehicle = schema.indexOf("vehicleId");
    int seconds = schema.indexOf("timeToStation");
    return pipeline.silverRows().stream()
        .collect(Collectors.toMap(row -> row.get(vehicle).toString(), row -> row.getInt(seconds)));
  }

  private static Map<String, List<String>> snapshots(Path recording) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(recording)), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .collect(
              Collectors.groupingBy(
                  line -> found(TIMESTAMP, line), LinkedHashMap::new, Collectors.toList()));
    }
  }

  private static Set<List<String>> silverKeys(List<String> predictions) {
    return predictions.stream()
        .map(line -> SILVER_KEY.stream().map(field -> found(field, line)).toList())
        .filter(key -> !key.contains(""))
        .collect(Collectors.toSet());
  }

  private static String found(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }

  private TestPipeline pipeline(String topic) {
    return TestPipeline.tfl(
        broker.bootstrapServers(), topic, directory.resolve(topic), "name=" + topic);
  }

  private int feed(String topic, String... limits) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "feed",
                "-c",
                "config/tfl.yaml",
                "--set",
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "--set",
                "source.topic=" + topic,
                "--partitions",
                "2",
                "--tfl",
                "bus,tube",
                "--tfl-url",
                tfl.url(),
                "--tfl-app-key",
                APP_KEY,
                "--interval",
                "50ms",
                "--rate",
                "0"));
    all.addAll(List.of(limits));
    return new CommandLineFactory(new PrintWriter(out, true), new PrintWriter(err, true))
        .create()
        .execute(all.toArray(String[]::new));
  }

  private static String prediction(String vehicle, String time, int seconds) {
    return """
        {"id":"1","operationType":1,"vehicleId":"%s","naptanId":"490","lineId":"1",\
        "direction":"inbound","timestamp":"2026-01-01T%sZ","timeToStation":%d,\
        "expectedArrival":"%s"}"""
        .formatted(vehicle, time, seconds, LocalTime.parse(time).plusSeconds(seconds));
  }
}
