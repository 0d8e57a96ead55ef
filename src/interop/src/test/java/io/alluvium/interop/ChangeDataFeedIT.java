package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.interop.ChangeFeed.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark reads from the change data feed exactly what each version changed. */
@ExtendWith(Fixtures.class)
class ChangeDataFeedIT {
  /** As many as make a compaction worth it. */
  private static final int ROUNDS = 8;

  private static final int FRESH = 6;

  @Test
  void everyVersionTellsTheDifferenceOfItsSnapshots(Broker broker, SparkSession spark)
      throws Exception {
    check(2, true, broker, spark);
  }

  @ParameterizedTest(name = "{0} source partitions, deletion vectors {1}")
  @CsvSource({"1, false", "2, false", "1, true"})
  @Tag("long")
  void soItDoesHoweverTheTableIsWritten(
      int partitions, boolean vectors, Broker broker, SparkSession spark) throws Exception {
    check(partitions, vectors, broker, spark);
  }

  private static void check(int partitions, boolean vectors, Broker broker, SparkSession spark)
      throws Exception {
    // Given
    Landing landing = Landing.create(broker, "feed-" + partitions + "-" + vectors, partitions);
    String[] settings = {
      "bronze.flush-interval=50ms",
      "silver.flush-interval=100ms",
      "silver.change-data-feed=true",
      "silver.deletion-vectors=" + vectors
    };
    int published = 0;
    try (Service service = landing.start(settings)) {
      for (int round = 0; round < ROUNDS; round++) {
        published += publish(landing, round);
        service.awaitDurable(published);
      }
      landing.publish(late());
      published += late().size();
    }
    try (Service service = landing.start(settings)) {
      for (int round = ROUNDS; round < ROUNDS + 3; round++) {
        published += publish(landing, round);
        service.awaitDurable(published);
      }
    }
    ChangeFeed feed = new ChangeFeed(spark, landing.silver());
    Map<Long, String> operations = feed.operations();
    Map<Long, List<Change>> expected = feed.expected(operations.keySet());

    // When
    Map<Long, List<Change>> whole = feed.whole();

    // Then
    assertThat(whole.keySet()).isEqualTo(expected.keySet());
    for (long version : operations.keySet()) {
      List<Change> changes = expected.getOrDefault(version, List.of());
      assertThat(whole.getOrDefault(version, List.of()))
          .as("version %s of all", version)
          .containsExactlyInAnyOrderElementsOf(changes);
    }
    for (long version : lastOfEachKind(operations)) {
      assertThat(feed.of(version))
          .as("version %s alone, %s", version, operations.get(version))
          .containsExactlyInAnyOrderElementsOf(expected.getOrDefault(version, List.of()));
    }
    assertThat(expected).hasSizeGreaterThanOrEqualTo(ROUNDS + 3);
    assertThat(expected.values().stream().flatMap(List::stream).map(Change::type))
        .contains("insert", "update_preimage", "update_postimage")
        .doesNotContain("delete");
    if (vectors) {
      assertThat(operations).containsValue("OPTIMIZE");
    }
    operations.forEach(
        (version, operation) -> {
          if (!operation.equals("MERGE")) {
            assertThat(expected).doesNotContainKey(version);
          }
        });
  }

  private static Collection<Long> lastOfEachKind(Map<Long, String> operations) {
    Map<String, Long> versions = new HashMap<>();
    operations.forEach((version, operation) -> versions.put(operation, version));
    return versions.values();
  }

  /** Returns how many messages there were. */
  private static int publish(Landing landing, int round) throws Exception {
    List<byte[]> values = new ArrayList<>();
    // From day to day, and back.
    values.add(at("mover", 1 + round % 3, round));
    values.add(at("mover" + round % 2, 1 + round % 3, round));
    // As old as the one before, and newer than one that comes after it.
    values.add(at("tie", 1, 0));
    values.add(at("twice", 1, 2 * round + 1));
    values.add(at("twice", 1, 2 * round));
    if (round > 0) {
      values.addAll(late());
      values.add(at("fresh" + (round - 1) + "-0", 1, 30 + round));
      values.add(at("fresh" + round / 2 + "-1", 2, 30 + round));
    }
    for (int i = 0; i < FRESH; i++) {
      values.add(at("fresh" + round + "-" + i, 1, i));
      values.add(at("quiet" + round + "-" + i, 4, i));
    }
    landing.publish(values);
    return values.size();
  }

  /** Messages that change nothing, on several source partitions. */
  private static List<byte[]> late() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < FRESH; i++) {
      values.add(Messages.prediction("fresh0-" + i, "2026-04-01T00:00:00Z"));
    }
    return values;
  }

  private static byte[] at(String vehicle, int day, int minute) {
    return Messages.prediction(
        vehicle, String.format("2026-05-%02dT%02d:%02d:00Z", day, minute / 60, minute % 60));
  }
}
