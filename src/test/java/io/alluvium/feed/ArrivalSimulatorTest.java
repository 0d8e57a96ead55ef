package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.testing.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ArrivalSimulatorTest {
  private static final int MANY = 20_000;
  private static final SimulationSettings SETTINGS =
      new SimulationSettings(7, 120, Instant.parse("2026-04-25T17:58:00Z"), Duration.ofSeconds(30));
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void sameSettingsGiveTheSameMessages() {
    // Given
    ArrivalSimulator one = new ArrivalSimulator(SETTINGS);
    ArrivalSimulator other = new ArrivalSimulator(SETTINGS);

    // When
    List<String> messages = texts(one, 5_000);

    // Then
    assertThat(texts(other, 5_000)).isEqualTo(messages);
  }

  @Test
  void anotherSeedGivesOtherMessages() {
    // Given
    SimulationSettings otherSeed =
        new SimulationSettings(8, SETTINGS.vehicles(), SETTINGS.start(), SETTINGS.refresh());

    // When
    List<String> messages = texts(new ArrivalSimulator(otherSeed), 100);

    // Then
    assertThat(messages).isNotEqualTo(texts(new ArrivalSimulator(SETTINGS), 100));
  }

  @Test
  void fieldsAndTheirOrderAreThoseOfRecordings() throws IOException {
    // Given
    Set<String> recorded = new HashSet<>();
    for (String file : List.of("tube-2025-snapshots", "bus-with-tripid-2026")) {
      recorded.addAll(fieldLists(SharedData.require("data/tfl/" + file + ".ndjson.gz")));
    }

    // When
    Set<String> simulated =
        simulated().stream().map(ArrivalSimulatorTest::fields).collect(Collectors.toSet());

    // Then
    assertThat(simulated).isEqualTo(recorded);
  }

  @Test
  void oddAsTheRealFeed() {
    // Given
    List<JsonNode> tube = new ArrayList<>();
    List<JsonNode> bus = new ArrayList<>();

    // When
    simulated().forEach(node -> (text(node, "modeName").equals("bus") ? bus : tube).add(node));

    // Then
    assertThat(share(tube, node -> !node.has("direction"))).isBetween(0.05, 0.15);
    assertThat(share(tube, node -> !node.has("destinationNaptanId"))).isBetween(0.01, 0.06);
    assertThat(share(tube, node -> text(node, "vehicleId").equals("000"))).isBetween(0.001, 0.03);
    assertThat(share(tube, node -> text(node, "currentLocation").isEmpty())).isBetween(0.001, 0.03);
    assertThat(share(bus, node -> text(node, "platformName").equals("null"))).isBetween(0.01, 0.4);
    assertThat(share(bus, node -> text(node, "towards").equals("null"))).isBetween(0.005, 0.3);
    assertThat(tube).allMatch(node -> text(node, "bearing").isEmpty());
    assertThat(bus)
        .allMatch(node -> text(node, "bearing").matches("\\d{1,3}"))
        .allMatch(node -> text(node, "currentLocation").isEmpty())
        .allMatch(node -> text(node, "destinationNaptanId").isEmpty())
        .allMatch(node -> text(node, "timing", "received").equals("0001-01-01T00:00:00Z"))
        .allMatch(node -> text(node, "timing", "countdownServerAdjustment").matches("-00:00:.*"));
    assertThat(tube)
        .allMatch(node -> text(node, "timing", "received").equals("0001-01-01T00:00:00"));
  }

  @Test
  void timestampsHaveEveryLengthOfFraction() {
    // Given
    List<JsonNode> messages = simulated();

    // When
    Set<Integer> lengths =
        messages.stream()
            .map(node -> text(node, "timestamp").replaceAll("^[^.]*\\.?|Z$", "").length())
            .collect(Collectors.toSet());

    // Then
    assertThat(lengths).contains(0, 3, 5, 6, 7);
  }

  @Test
  void idsAreSigned32BitNumbersAsText() {
    // Given
    List<JsonNode> messages = simulated();

    // When
    List<Integer> ids =
        messages.stream().map(node -> Integer.parseInt(text(node, "id"))).distinct().toList();

    // Then
    assertThat(messages).allMatch(node -> node.get("id").isTextual());
    assertThat(ids).anyMatch(id -> id < 0).anyMatch(id -> id > 0);
  }

  @Test
  void refreshedPredictionsAreNewerAndNearerUntilTheVehicleArrives() {
    // Given
    Map<String, JsonNode> last = new HashMap<>();
    Map<String, JsonNode> arrived = new HashMap<>();
    List<String> violations = new ArrayList<>();
    int refreshed = 0;

    // When
    for (JsonNode node : simulated()) {
      String key = identity(node);
      JsonNode before = last.put(key, node);
      if (before != null && !before.equals(node)) {
        refreshed++;
        boolean newer = timestamp(node).isAfter(timestamp(before));
        boolean nearer = seconds(node) < seconds(before);
        if (!newer || !nearer) {
          violations.add(before + " then " + node);
        }
      }
      if (seconds(node) == 0) {
        arrived.put(key, node);
      }
    }

    // Then
    assertThat(refreshed).isGreaterThan(MANY / 2);
    assertThat(violations).isEmpty();
    assertThat(arrived).isNotEmpty();
    assertThat(arrived).allSatisfy((key, node) -> assertThat(last.get(key)).isEqualTo(node));
  }

  @Test
  void someMessagesAreServedAgainByteForByte() {
    // Given
    List<String> messages = texts(new ArrivalSimulator(SETTINGS), MANY);

    // When
    long distinct = messages.stream().distinct().count();

    // Then
    assertThat((MANY - distinct) / (double) MANY).isBetween(0.01, 0.1);
  }

  @Test
  void oneTrainIsPredictedForSeveralPlatformsInOneResponse() {
    // Given
    List<JsonNode> messages = simulated();

    // When
    Map<String, Set<String>> platforms =
        messages.stream()
            .collect(
                Collectors.groupingBy(
                    node -> text(node, "id") + text(node, "vehicleId") + text(node, "timestamp"),
                    Collectors.mapping(node -> text(node, "platformName"), Collectors.toSet())));

    // Then
    assertThat(platforms.values()).anyMatch(names -> names.size() == 3);
  }

  @Test
  void recordKeyIsTheVehicle() throws IOException {
    // Given
    ArrivalSimulator simulator = new ArrivalSimulator(SETTINGS);

    // When
    Message message = simulator.next();

    // Then
    assertThat(text(JSON.readTree(message.value()), "vehicleId")).isEqualTo(message.key());
  }

  private static List<JsonNode> simulated() {
    return texts(new ArrivalSimulator(SETTINGS), MANY).stream()
        .map(ArrivalSimulatorTest::parse)
        .toList();
  }

  static List<String> texts(java.util.Iterator<Message> messages, int count) {
    return Stream.generate(messages::next)
        .limit(count)
        .map(message -> new String(message.value(), UTF_8))
        .toList();
  }

  private static Set<String> fieldLists(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      return reader
          .lines()
          .map(ArrivalSimulatorTest::parse)
          .map(ArrivalSimulatorTest::fields)
          .collect(Collectors.toSet());
    }
  }

  private static String fields(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    node.get("timing").fieldNames().forEachRemaining(names::add);
    return String.join(",", names) + node.get("$type") + node.get("timing").get("$type");
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(text, e);
    }
  }

  private static String identity(JsonNode node) {
    // Vehicle 000 stands for several trains, and a train on its next trip is another prediction.
    return Stream.of("vehicleId", "naptanId", "lineId", "tripId", "platformName", "towards")
            .map(name -> text(node, name))
            .collect(Collectors.joining("/"))
        + (text(node, "vehicleId").equals("000") ? node : "");
  }

  private static double share(List<JsonNode> nodes, Predicate<JsonNode> odd) {
    return nodes.stream().filter(odd).count() / (double) nodes.size();
  }

  private static int seconds(JsonNode node) {
    return node.get("timeToStation").asInt();
  }

  private static Instant timestamp(JsonNode node) {
    return Instant.parse(text(node, "timestamp"));
  }

  private static String text(JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      at = at.path(name);
    }
    return at.asText();
  }
}
