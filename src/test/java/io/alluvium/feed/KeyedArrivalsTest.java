package io.alluvium.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyedArrivalsTest {
  private static final Instant START = Instant.parse("2026-04-25T18:00:00Z");
  private static final Duration STEP = Duration.ofMillis(1);

  @Test
  void holdsExactlyTheNumberOfKeysAskedFor() {
    // Given
    KeyedArrivals arrivals = new KeyedArrivals(1, 1_234, START, STEP);

    // When
    List<String> keys = keys(ArrivalSimulatorTest.texts(arrivals, 5_000));

    // Then
    assertThat(new HashSet<>(keys.subList(0, 1_234))).hasSize(1_234);
    assertThat(Set.copyOf(keys)).hasSize(1_234);
  }

  @Test
  void everyMessageIsNewerThanTheOneBefore() {
    // Given
    KeyedArrivals arrivals = new KeyedArrivals(1, 10, START, STEP);

    // When
    List<Instant> times =
        ArrivalSimulatorTest.texts(arrivals, 500).stream()
            .map(text -> ArrivalSimulatorTest.parse(text).get("timestamp").asText())
            .map(Instant::parse)
            .toList();

    // Then
    assertThat(times).isSorted().doesNotHaveDuplicates().startsWith(START);
  }

  @Test
  void sameSeedGivesTheSameMessages() {
    // Given
    KeyedArrivals one = new KeyedArrivals(3, 50, START, STEP);
    KeyedArrivals other = new KeyedArrivals(3, 50, START, STEP);

    // When
    List<String> messages = ArrivalSimulatorTest.texts(one, 500);

    // Then
    assertThat(ArrivalSimulatorTest.texts(other, 500)).isEqualTo(messages);
  }

  private static List<String> keys(List<String> messages) {
    return messages.stream().map(ArrivalSimulatorTest::parse).map(KeyedArrivalsTest::key).toList();
  }

  private static String key(JsonNode node) {
    return Stream.of("vehicleId", "naptanId", "lineId", "direction")
        .map(name -> node.get(name).asText())
        .collect(Collectors.joining("/"));
  }
}
