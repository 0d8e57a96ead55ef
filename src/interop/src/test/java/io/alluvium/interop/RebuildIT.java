package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.interop.ChangeFeed.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Spark reads a silver that was made anew, and silver is made anew of a bronze that Spark wrote.
 */
@ExtendWith(Fixtures.class)
@Tag("long")
class RebuildIT {
  private static final int VEHICLES = 40;
  private static final List<String> REBUILD = List.of("rebuild", "--yes");

  private static void publish(Landing landing, int minute) throws IOException {
    List<byte[]> values = new ArrayList<>();
    for (int vehicle = 0; vehicle < VEHICLES; vehicle++) {
      String further = "\"timeToStation\":" + minute + ",\"bearing\":\"12.5 N\"";
      values.add(
          Messages.prediction(
              "v" + vehicle, "\"2026-01-01T00:%02d:00Z\"".formatted(minute), further));
    }
    landing.publish(values);
  }

  private static void succeed(Program.Result result) {
    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  @Test
  void itsChangesAndItsOtherColumns(Broker broker, SparkSession spark) throws Exception {
    // Given
    String[] feeding = {"silver.change-data-feed=true"};
    String[] other = {
      "silver.change-data-feed=true",
      "silver.partition-by=[]",
      "silver.columns.timeToStation={copy: timeToStation, then: [{cast: string}]}"
    };
    Landing landing = Landing.create(broker, "rebuilt", 2);
    publish(landing, 1);
    landing.land(feeding);
    publish(landing, 2);
    landing.land(feeding);
    ChangeFeed feed = new ChangeFeed(spark, landing.silver(), Workload.ARRIVALS.key());

    // When
    succeed(landing.run(REBUILD, feeding));

    // Then
    Map<Long, String> operations = feed.operations();
    long rebuilt = operations.keySet().stream().mapToLong(v -> v).max().orElseThrow();
    assertThat(operations).containsEntry(rebuilt, "WRITE");
    List<Change> changes = feed.of(rebuilt);
    assertThat(changes).hasSize(2 * VEHICLES);
    assertThat(changes).filteredOn(c -> c.type().equals("delete")).hasSize(VEHICLES);
    assertThat(changes).filteredOn(c -> c.type().equals("insert")).hasSize(VEHICLES);
    succeed(landing.run(REBUILD, other));
    publish(landing, 3);
    landing.land(other);
    succeed(landing.run(List.of("verify"), other));
    assertThat(Tables.read(spark, landing.silver()).schema().apply("timeToStation").dataType())
        .hasToString("StringType");
    assertThat(Tables.read(spark, landing.silver()).filter("timeToStation = '3'").count())
        .isEqualTo(VEHICLES);
    assertThat(
            spark
                .read()
                .format("delta")
                .option("versionAsOf", rebuilt)
                .load(landing.silver().toString())
                .filter("timeToStation = 2")
                .count())
        .isEqualTo(VEHICLES);
  }

  @Test
  void aBronzeThatSparkWrote(Broker broker, SparkSession spark) throws Exception {
    // Given
    Landing landing = Landing.create(broker, "rebuilt-of-spark", 2);
    NotebookStreams streams = new NotebookStreams(spark, landing);
    streams.createTables();
    for (int minute : new int[] {0, 2, 1}) {
      publish(landing, minute);
      streams.landBronze();
    }
    streams.mergeSilver();
    age(landing.directory().resolve("checkpoints"));
    landing.land(
        "source.start=spark-checkpoint:" + streams.bronzeCheckpoint(),
        "source.silver-start=spark-checkpoint:" + streams.silverCheckpoint());
    List<Row> before = rows(spark, landing);
    delete(landing.silver());

    // When
    succeed(landing.run(REBUILD));

    // Then
    assertThat(before).hasSize(VEHICLES);
    assertThat(rows(spark, landing)).containsExactlyInAnyOrderElementsOf(before);
    publish(landing, 3);
    landing.land();
    succeed(landing.run(List.of("verify")));
    assertThat(
            Tables.read(spark, landing.silver())
                .filter("event_ts = timestamp'2026-01-01 00:03:00'")
                .count())
        .isEqualTo(VEHICLES);
  }

  /** What the records determine. */
  private static List<Row> rows(SparkSession spark, Landing landing) {
    return Tables.read(spark, landing.silver())
        .select(
            "vehicleId", "event_ts", "bronze_ingest_ts", "timeToStation", "bearing", "event_date")
        .collectAsList();
  }

  /** As if the jobs had stopped a while ago. */
  private static void age(Path checkpoints) throws IOException {
    FileTime time = FileTime.from(Instant.now().minus(Duration.ofMinutes(5)));
    try (Stream<Path> files = Files.walk(checkpoints)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.setLastModifiedTime(file, time);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
