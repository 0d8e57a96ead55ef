package io.alluvium.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** The notebooks' streams land a part of a topic, and the program takes over from them. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("long")
class TakeoverIT {
  private static final int VEHICLES = 40;

  private final List<byte[]> published = new ArrayList<>();
  private SparkSession spark;
  private Landing landing;
  private NotebookStreams streams;

  @BeforeAll
  void landWithSpark(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "takeover", 2);
    streams = new NotebookStreams(spark, landing);
    streams.createTables();
    publish(0);
    publish(2);
    streams.landBronze();
    streams.mergeSilver();
    // Of an older time than what silver has: late rows.
    publish(1);
    publish(3);
    streams.landBronze();
  }

  private void publish(int minute) throws IOException {
    List<byte[]> values = new ArrayList<>();
    for (int vehicle = 0; vehicle < VEHICLES; vehicle++) {
      String further = "\"timeToStation\":" + published.size() + ",\"bearing\":\"12.5 N\"";
      values.add(
          Messages.prediction(
              "v" + vehicle, "\"2026-01-01T00:%02d:00Z\"".formatted(minute), further));
    }
    landing.publish(values);
    published.addAll(values);
  }

  private static String[] start(Landing at) {
    return new String[] {
      "source.start=spark-checkpoint:" + streams(at, "bronze"),
      "source.silver-start=spark-checkpoint:" + streams(at, "silver")
    };
  }

  private static Path streams(Landing at, String table) {
    return at.directory().resolve("checkpoints/arrivals-" + table);
  }

  /** As if the jobs had stopped a while ago. */
  private static void age(Landing at) throws IOException {
    FileTime time = FileTime.from(Instant.now().minus(Duration.ofMinutes(5)));
    try (Stream<Path> files = Files.walk(at.directory().resolve("checkpoints"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.setLastModifiedTime(file, time);
      }
    }
  }

  private long version(Path table) {
    return DeltaLog.forTable(spark, table.toString())
        .update(false, scala.Option.empty(), scala.Option.empty())
        .version();
  }

  @Test
  @Order(1)
  void refusesWhileSilverIsBehindBronzeAndTouchesNothing() throws Exception {
    // Given
    age(landing);
    long bronze = version(landing.bronze());
    long silver = version(landing.silver());

    // When
    Program.Result result = landing.runOnce(start(landing));

    // Then
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("silver has the rows of table tfl.bronze.arrivals_bronze up to version ")
        .contains("and the table is at " + bronze);
    assertThat(version(landing.bronze())).isEqualTo(bronze);
    assertThat(version(landing.silver())).isEqualTo(silver);
  }

  @Test
  @Order(2)
  void goesOnWhereBronzesBatchWasCommittedAndItsCheckpointNot() throws Exception {
    // Given
    streams.mergeSilver();
    publish(4);
    Landing killed = landing.copy("killed");
    Files.delete(streams(killed, "bronze").resolve("commits/1"));
    age(landing);
    age(killed);

    // When
    killed.land(start(killed));

    // Then
    assertThat(
            Tables.read(spark, killed.bronze()).select("raw_payload").collectAsList().stream()
                .map(row -> row.getString(0)))
        .containsExactlyInAnyOrderElementsOf(
            published.stream().map(value -> new String(value, UTF_8)).toList());
    assertThat(
            Tables.read(spark, killed.silver())
                .filter("event_ts = timestamp'2026-01-01 00:04:00'")
                .count())
        .isEqualTo(VEHICLES);
    assertThat(Tables.read(spark, killed.silver()).count()).isEqualTo(VEHICLES);
  }

  @Test
  @Order(3)
  void goesOnWhereTheJobsStopped() throws Exception {
    // Given all of the topic but its last messages in the tables

    // When
    landing.land(start(landing));

    // Then
    assertTablesHoldEverything(landing);
  }

  @Test
  @Order(4)
  void sparkAndTheProgramGoOnWithTheTables() throws Exception {
    // Given
    long rows = Tables.read(spark, landing.bronze()).count();
    Dataset<Row> theirs =
        Tables.read(spark, landing.bronze())
            .filter("vehicleId = 'v7' AND timestamp = timestamp'2026-01-01 00:04:00'")
            .withColumn("id", lit("theirs"))
            .withColumn("ingest_ts", current_timestamp())
            .localCheckpoint();
    theirs.write().format("delta").mode("append").save(landing.bronze().toString());
    NotebookStreams.merge(
        landing.silver(),
        Notebook.cleaned(theirs.withColumnRenamed("ingest_ts", "bronze_ingest_ts"))
            .withColumn("ingest_ts", current_timestamp())
            .select(NotebookStreams.columns(Tables.SILVER)));
    publish(5);
    String[] noCheckpointNow = {
      "source.start=spark-checkpoint:/gone", "source.silver-start=earliest"
    };

    // When
    landing.land(noCheckpointNow);

    // Then
    assertThat(Tables.read(spark, landing.bronze()).count()).isEqualTo(rows + 1 + VEHICLES);
    assertThat(Tables.read(spark, landing.silver()).count()).isEqualTo(VEHICLES);
    assertThat(
            Tables.read(spark, landing.silver())
                .filter("event_ts = timestamp'2026-01-01 00:05:00'")
                .count())
        .isEqualTo(VEHICLES);
    Program.Result verified = landing.run(List.of("verify"));
    assertThat(verified.exitCode()).as(verified.output()).isZero();
    assertThat(verified.output())
        .contains("files of bronze carry no offsets")
        .contains("whether bronze has every offset once can't be told");
  }

  private void assertTablesHoldEverything(Landing at) {
    Notebook notebook = new Notebook(spark, at.topic(), published);
    assertThat(
            Tables.differences(
                Tables.read(spark, at.bronze()).select(Tables.comparable(Tables.BRONZE)),
                notebook.bronze()))
        .isEmpty();
    assertThat(
            Tables.differences(
                Tables.read(spark, at.silver()).select(Tables.comparable(Tables.SILVER)),
                notebook.silver()))
        .isEmpty();
  }
}
