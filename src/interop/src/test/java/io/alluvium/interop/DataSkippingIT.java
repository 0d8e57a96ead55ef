package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Spark leaves out files by the statistics that we wrote, and no row is missed for it. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class DataSkippingIT {
  private static final String SKIPPING = "spark.databricks.delta.stats.skipping";
  private static final List<String> COLUMNS =
      List.of("timestamp", "expectedArrival", "stationName", "timeToStation");

  private SparkSession spark;
  private Landing landing;
  private Dataset<Row> truth;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "skipping", 1);
    landing.publish(Messages.beyondStatistics());
    landing.land();
    truth = new Notebook(spark, landing.topic(), Messages.beyondStatistics()).bronze();
  }

  @Test
  void filtersAtTheBoundsOfEachFileFindTheSameRows() {
    // Given
    List<String> conditions = conditions();
    List<Long> expected = counts(conditions);

    // When
    List<Long> skipping = counts(conditions, true);
    List<Long> reading = counts(conditions, false);

    // Then
    assertThat(conditions).hasSize(64);
    assertThat(expected).allMatch(count -> count > 0);
    assertThat(skipping).isEqualTo(expected);
    assertThat(reading).isEqualTo(expected);
  }

  @Test
  void filesAreLeftOut() {
    // Given
    Dataset<Row> bronze = Tables.read(spark, landing.bronze());
    List<String> filters =
        List.of(
            "timestamp = '2026-03-01 03:30:00.124118'",
            "expectedArrival = '1815-03-01 03:30:00.124118'",
            "timeToStation = -49",
            "stationName > '~'");

    // When
    List<Integer> files = filters.stream().map(f -> bronze.filter(f).inputFiles().length).toList();

    // Then
    assertThat(bronze.inputFiles()).hasSize(8);
    assertThat(files).containsExactly(1, 1, 1, 0);
  }

  /** At, above and below the least and the greatest value of four files, column by column. */
  private List<String> conditions() {
    truth.createOrReplaceTempView("truth");
    List<String> conditions = new ArrayList<>();
    for (String column : COLUMNS) {
      String bounds =
          "SELECT cast(min(%1$s) AS string), cast(max(%1$s) AS string) FROM truth"
              + " WHERE event_hour %% 2 = 0 GROUP BY event_hour";
      for (Row row : spark.sql(String.format(bounds, column)).collectAsList()) {
        conditions.add(column + " = '" + row.getString(0) + "'");
        conditions.add(column + " <= '" + row.getString(0) + "'");
        conditions.add(column + " = '" + row.getString(1) + "'");
        conditions.add(column + " >= '" + row.getString(1) + "'");
      }
    }
    return conditions;
  }

  private List<Long> counts(List<String> conditions) {
    String sql =
        conditions.stream()
            .map(condition -> "count_if(" + condition + ")")
            .collect(Collectors.joining(", ", "SELECT ", " FROM truth"));
    Row row = spark.sql(sql).first();
    return IntStream.range(0, row.size()).mapToObj(row::getLong).toList();
  }

  private List<Long> counts(List<String> conditions, boolean skipping) {
    spark.conf().set(SKIPPING, skipping);
    try {
      Tables.read(spark, landing.bronze()).createOrReplaceTempView("bronze");
      String sql =
          IntStream.range(0, conditions.size())
              .mapToObj(
                  i -> "SELECT " + i + " AS i, count(*) FROM bronze WHERE " + conditions.get(i))
              .collect(Collectors.joining(" UNION ALL ", "", " ORDER BY i"));
      return spark.sql(sql).collectAsList().stream().map(row -> row.getLong(1)).toList();
    } finally {
      spark.conf().unset(SKIPPING);
    }
  }
}
