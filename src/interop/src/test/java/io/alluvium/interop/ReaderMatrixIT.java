package io.alluvium.interop;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One table with vectors and odd partition values, to several readers. */
@ExtendWith(Fixtures.class)
class ReaderMatrixIT {
  private static final List<String> COLUMNS =
      List.of("vehicleId", "stationName", "towards", "timeToStation");

  /** What names of directories can't hold as it is, in JSON. */
  private static final List<String> STATIONS =
      List.of(
          "\"a/b=c%20 é\"",
          "null",
          "\"\"",
          "\" \"",
          "\"null\"",
          "\"__HIVE_DEFAULT_PARTITION__\"",
          "\"50% + 50\"",
          "\"x:y*?|<>#&\"",
          "\"it's \\\"so\\\"\\\\\"",
          "\"\\ud83d\\ude8c\\n\\t\"");

  @Test
  void readersSeeTheSameRows(Broker broker, SparkSession spark) throws Exception {
    // Given
    Landing landing = Landing.create(broker, "matrix", 1);
    String partitions = "silver.partition-by=[stationName]";
    List<byte[]> values = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      List<byte[]> more = round(round);
      landing.publish(more);
      landing.land(partitions);
      values.addAll(more);
    }
    String columns = String.join(", ", COLUMNS);

    // When
    List<String> bySpark =
        Tables.read(spark, landing.silver())
            .selectExpr(COLUMNS.toArray(String[]::new))
            .collectAsList()
            .stream()
            .map(RowTexts::of)
            .sorted()
            .toList();
    List<String> byKernel =
        new KernelReader()
            .read(landing.silver(), row -> RowTexts.of(row, COLUMNS)).stream().sorted().toList();
    Program.Result sql =
        landing.run(List.of("sql", "-o", "json", "SELECT " + columns + " FROM silver"), partitions);

    // Then
    List<String> expected =
        new Notebook(spark, landing.topic(), values)
                .silver()
                .withColumn("stationName", expr("nullif(stationName, '')"))
                .selectExpr(COLUMNS.toArray(String[]::new))
                .collectAsList()
                .stream()
                .map(RowTexts::of)
                .sorted()
                .toList();
    assertThat(DataFiles.of(spark, landing.silver()).filter("dead > 0").count()).isPositive();
    assertThat(bySpark).isEqualTo(expected);
    assertThat(byKernel).isEqualTo(expected);
    assertThat(sql.exitCode()).as(sql.output()).isZero();
    assertThat(sql.output().lines().map(line -> RowTexts.of(line, COLUMNS)).sorted().toList())
        .isEqualTo(expected);
  }

  /** Three keys a station; in the later rounds one of them changes, and another moves on. */
  private static List<byte[]> round(int round) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < STATIONS.size(); i++) {
      for (int key = 0; key < (round == 0 ? 5 : 2); key++) {
        String station = STATIONS.get((i + (key == 1 ? round : 0)) % STATIONS.size());
        values.add(
            Messages.prediction(
                "v" + i + "-" + key,
                "\"2026-09-01T00:00:0" + round + "Z\"",
                "\"stationName\":%s,\"towards\":%s,\"timeToStation\":%d"
                    .formatted(station, STATIONS.get(i), round)));
      }
    }
    return values;
  }
}
