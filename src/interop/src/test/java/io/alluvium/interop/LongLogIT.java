package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables with so many commits that they have checkpoints. */
@ExtendWith(Fixtures.class)
@Tag("long")
class LongLogIT {
  /** Every tick is a flush, and the smallest buffer is soon full of large messages. */
  private static final String[] SMALL_COMMITS = {
    "bronze.flush-interval=1ms",
    "silver.flush-interval=1ms",
    "limits.buffer=1MB",
    "tables.checkpoint-interval=10"
  };

  private static final int MOST_ROUNDS = 12;
  private static final String LARGE = "\"padding\":\"" + "x".repeat(20_000) + "\"";

  @Test
  void tablesWithCheckpointsAreReadAlike(Broker broker, SparkSession spark) throws Exception {
    // Given
    Landing landing = Landing.create(broker, "long-log", 1);
    List<byte[]> values = new ArrayList<>();

    // When
    // How many flushes become one commit depends on the machine.
    for (int round = 0; round < MOST_ROUNDS && commits(landing) <= 100; round++) {
      List<byte[]> more = predictions(round);
      landing.publish(more);
      landing.land(SMALL_COMMITS);
      values.addAll(more);
    }

    // Then
    Notebook notebook = new Notebook(spark, landing.topic(), values);
    assertThat(commits(landing)).isGreaterThan(100);
    assertThat(commits(landing.silver())).isGreaterThan(10);
    assertThat(checkpoints(landing.bronze())).isNotEmpty();
    assertThat(checkpoints(landing.silver())).isNotEmpty();
    assertThat(
            Tables.differences(
                Tables.read(spark, landing.bronze()).select(Tables.comparable(Tables.BRONZE)),
                notebook.bronze()))
        .isEmpty();
    assertThat(
            Tables.differences(
                Tables.read(spark, landing.silver()).select(Tables.comparable(Tables.SILVER)),
                notebook.silver()))
        .isEmpty();
  }

  private static List<byte[]> predictions(int hour) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      String time = String.format("\"2026-04-01T%02d:%02d:%02dZ\"", hour, i / 60, i % 60);
      values.add(Messages.prediction("v" + i % 40, time, LARGE));
    }
    return values;
  }

  private static long commits(Landing landing) throws IOException {
    return Files.exists(landing.bronze()) ? commits(landing.bronze()) : 0;
  }

  private static long commits(Path table) throws IOException {
    return log(table).stream().filter(name -> name.matches("\\d{20}\\.json")).count();
  }

  private static List<String> checkpoints(Path table) throws IOException {
    return log(table).stream().filter(name -> name.contains(".checkpoint.")).toList();
  }

  private static List<String> log(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
