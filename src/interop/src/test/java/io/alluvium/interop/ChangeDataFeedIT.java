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

  @Test
  void everyVersionTellsTheDifferenceOfItsSnapshots(Broker broker, SparkSession spark)
      throws Exception {
    check(Workload.DELETED_ARRIVALS, 2, true, broker, spark);
  }

  @ParameterizedTest(name = "{0}, {1} source partitions, deletion vectors {2}")
  @CsvSource({
    "ARRIVALS, 1, false",
    "ARRIVALS, 2, false",
    "ARRIVALS, 1, true",
    "DELETED_ARRIVALS, 1, false",
    "ORDER_LINES, 2, true",
    "PATIENTS, 2, true",
    "PATIENTS, 1, false"
  })
  @Tag("long")
  void soItDoesHoweverTheTableIsWritten(
      Workload workload, int partitions, boolean vectors, Broker broker, SparkSession spark)
      throws Exception {
    check(workload, partitions, vectors, broker, spark);
  }

  private static void check(
      Workload workload, int partitions, boolean vectors, Broker broker, SparkSession spark)
      throws Exception {
    // Given
    String topic = "feed-" + workload + "-" + partitions + "-" + vectors;
    Landing landing = Landing.create(broker, workload.pipeline(), topic, partitions);
    List<String> all =
        new ArrayList<>(
            List.of(
                "bronze.flush-interval=50ms",
                "silver.flush-interval=100ms",
                "silver.change-data-feed=true",
                "silver.deletion-vectors=" + vectors));
    all.addAll(workload.overrides());
    String[] settings = all.toArray(String[]::new);
    int published = 0;
    try (Service service = landing.start(settings)) {
      for (int round = 0; round < ROUNDS; round++) {
        landing.publish(workload.round(round));
        published += workload.round(round).size();
        service.awaitDurable(published);
      }
      landing.publish(workload.again());
      published += workload.again().size();
    }
    try (Service service = landing.start(settings)) {
      for (int round = ROUNDS; round < ROUNDS + 3; round++) {
        landing.publish(workload.round(round));
        published += workload.round(round).size();
        service.awaitDurable(published);
      }
    }
    ChangeFeed feed = new ChangeFeed(spark, landing.silver(), workload.key());
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
    assertThat(expected.values().stream().flatMap(List::stream).map(Change::type).distinct())
        .hasSize(workload == Workload.DELETED_ARRIVALS ? 4 : 3)
        .contains("insert", "update_preimage", "update_postimage");
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
}
