package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Silver after many flushes that marked rows and compactions that came between, seen by Spark. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VectorsIT {
  private static final String FROM_LOG = "spark.databricks.delta.optimizeMetadataQuery.enabled";
  private static final int ROUNDS = 14;
  private static final int KEYS = 40;

  private final List<byte[]> values = new ArrayList<>();
  private SparkSession spark;
  private Landing landing;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "vectors", 2);
    try (Service service =
        landing.start("bronze.flush-interval=50ms", "silver.flush-interval=100ms")) {
      for (int round = 0; round < ROUNDS; round++) {
        List<byte[]> more = round(round);
        landing.publish(more);
        values.addAll(more);
        service.awaitDurable(values.size());
      }
    }
  }

  /** New keys, and the newest rows of some others: in their day, on the next, or too late. */
  private static List<byte[]> round(int round) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < KEYS / 4 && round > 0; i++) {
      int of = (round * 7 + i * 3) % (round * KEYS);
      values.add(row("key" + of, of % 5 == 0 ? 2 : 1, round, "changed in " + round));
      values.add(row("key" + (of + 1) % (round * KEYS), 1, 0, "late"));
    }
    for (int i = 0; i < KEYS; i++) {
      values.add(row("key" + (round * KEYS + i), 1, round, "new in " + round));
    }
    return values;
  }

  private static byte[] row(String vehicle, int day, int round, String station) {
    return Messages.prediction(
        vehicle,
        String.format("\"2026-08-%02dT%02d:00:00.000%03dZ\"", day, round, round),
        String.format("\"timeToStation\":%d,\"stationName\":\"%s\"", round * 10 - 50, station));
  }

  @Test
  void silverIsWhatTheNotebookMakes() {
    // Given
    Dataset<Row> expected = new Notebook(spark, landing.topic(), values).silver();

    // When
    Dataset<Row> silver = Tables.read(spark, landing.silver());

    // Then
    assertThat(marked(landing)).isPositive();
    assertThat(Tables.duplicateKeys(spark, landing.silver())).isEmpty();
    assertThat(Tables.differences(silver.select(Tables.comparable(Tables.SILVER)), expected))
        .isEmpty();
  }

  @Test
  void historyTellsWhatWasMarked() {
    // When
    Map<String, List<Map<String, String>>> metrics =
        spark
            .sql("DESCRIBE HISTORY delta.`" + landing.silver() + "`")
            .select("operation", "operationMetrics")
            .collectAsList()
            .stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getString(0),
                    Collectors.mapping(row -> row.getJavaMap(1), Collectors.toList())));

    // Then
    assertThat(metrics.keySet())
        .isSubsetOf("CREATE TABLE", "STREAMING UPDATE", "MERGE", "OPTIMIZE")
        .contains("MERGE", "OPTIMIZE");
    List<Map<String, String>> merges = metrics.get("MERGE");
    assertThat(sum(merges, "numTargetRowsInserted"))
        .isEqualTo(Tables.read(spark, landing.silver()).count());
    assertThat(sum(merges, "numTargetRowsUpdated")).isPositive();
    assertThat(sum(merges, "numTargetDeletionVectorsAdded")).isPositive();
    assertThat(sum(merges, "numOutputRows"))
        .isEqualTo(
            sum(merges, "numTargetRowsInserted")
                + sum(merges, "numTargetRowsUpdated")
                + sum(merges, "numTargetRowsCopied"));
    assertThat(sum(metrics.get("OPTIMIZE"), "numRemovedFiles"))
        .isGreaterThan(sum(metrics.get("OPTIMIZE"), "numAddedFiles"))
        .isGreaterThanOrEqualTo(8);
  }

  @Test
  void everyFilesStatisticsCountItsRows() {
    // Given
    Dataset<Row> files = DataFiles.of(spark, landing.silver());
    String[] paths = files.collectAsList().stream().map(f -> f.getString(0)).toArray(String[]::new);
    Map<String, Long> rows =
        spark.read().parquet(paths).groupBy("_metadata.file_name").count().collectAsList().stream()
            .collect(Collectors.toMap(row -> row.getString(0), row -> row.getLong(1)));

    // When
    List<Row> described = files.collectAsList();

    // Then
    assertThat(described).hasSize(rows.size()).anyMatch(file -> !file.isNullAt(3));
    for (Row file : described) {
      String path = file.getString(0);
      assertThat(file.getLong(1)).isEqualTo(rows.get(path.substring(path.lastIndexOf('/') + 1)));
      if (!file.isNullAt(3)) {
        assertThat(file.getBoolean(2)).as("tight bounds of %s", path).isFalse();
      }
    }
  }

  @Test
  void filtersMissNoRowForTheStatistics() {
    // Given
    List<String> conditions = conditions();
    List<Long> expected = counts(conditions, new Notebook(spark, landing.topic(), values).silver());

    // When
    List<Long> found =
        conditions.stream()
            .map(condition -> Tables.read(spark, landing.silver()).filter(condition).count())
            .toList();

    // Then
    assertThat(found).isEqualTo(expected).filteredOn(count -> count > 0).hasSizeGreaterThan(6);
  }

  @Test
  void whatTheLogAnswersIsWhatTheDataSays() {
    // Given
    String sql =
        "SELECT count(*), min(event_ts), max(event_ts), min(event_date), max(event_date),"
            + " min(timeToStation), max(timeToStation) FROM delta.`"
            + landing.silver()
            + "`";
    String count = "SELECT count(*) FROM delta.`" + landing.silver() + "`";

    // When
    List<Row> fromLog = with(FROM_LOG, true, () -> answers(sql, count));
    List<Row> fromData = with(FROM_LOG, false, () -> answers(sql, count));

    // Then
    assertThat(fromLog).isEqualTo(fromData);
    assertThat(fromLog.get(1).getLong(0)).isEqualTo((long) ROUNDS * KEYS);
  }

  @Test
  void vectorsSwitchedOffAndOnAgainReviveNoRow() throws Exception {
    // Given
    Landing copy = landing.copy("switched");
    String protocol = protocol(copy);
    List<byte[]> all = new ArrayList<>(values);

    // When
    List<Long> marked = new ArrayList<>(List.of(marked(copy)));
    int round = ROUNDS;
    for (boolean vectors : new boolean[] {false, true, false}) {
      List<byte[]> more = round(round++);
      landing.publish(more);
      all.addAll(more);
      copy.land("silver.deletion-vectors=" + vectors);
      marked.add(marked(copy));
    }

    // Then
    assertThat(protocol(copy)).isEqualTo(protocol).isEqualTo("3/7");
    assertThat(marked.get(1)).isLessThanOrEqualTo(marked.get(0));
    assertThat(marked.get(3)).isLessThanOrEqualTo(marked.get(2));
    assertThat(
            Tables.differences(
                Tables.read(spark, copy.silver()).select(Tables.comparable(Tables.SILVER)),
                new Notebook(spark, copy.topic(), all).silver()))
        .isEmpty();
  }

  @Test
  void aNewTableWithoutVectorsIsForEveryReader(Broker broker) throws Exception {
    // Given
    Landing without = Landing.create(broker, "no-vectors", 1);
    without.publish(Messages.moves());

    // When
    without.land("silver.deletion-vectors=false", "silver.flush-interval=1ms");

    // Then
    assertThat(protocol(without)).isEqualTo("1/2");
    assertThat(marked(without)).isZero();
    assertThat(
            Tables.differences(
                Tables.read(spark, without.silver()).select(Tables.comparable(Tables.SILVER)),
                new Notebook(spark, without.topic(), Messages.moves()).silver()))
        .isEmpty();
  }

  /** At and around the bounds of each round's rows, superseded ones too. */
  private static List<String> conditions() {
    return Stream.of(0, 4, 8, 9, 13)
        .flatMap(
            round ->
                Stream.of(
                    String.format(
                        "event_ts = timestamp'2026-08-01 %02d:00:00.000%03d'", round, round),
                    String.format(
                        "event_date = '2026-08-02' AND timeToStation = %d", round * 10 - 50),
                    "stationName = 'new in " + round + "' AND vehicleId >= 'key5'"))
        .toList();
  }

  /** In one pass over all rows, which leaves nothing out. */
  private static List<Long> counts(List<String> conditions, Dataset<Row> rows) {
    String[] counts =
        conditions.stream().map(condition -> "count_if(" + condition + ")").toArray(String[]::new);
    Row row = rows.selectExpr(counts).first();
    return IntStream.range(0, row.size()).mapToObj(row::getLong).toList();
  }

  private <T> T with(String setting, boolean value, Supplier<T> query) {
    spark.conf().set(setting, value);
    try {
      return query.get();
    } finally {
      spark.conf().unset(setting);
    }
  }

  private List<Row> answers(String... statements) {
    return Stream.of(statements).map(sql -> spark.sql(sql).first()).toList();
  }

  /** Rows that vectors delete, in all of the table. */
  private long marked(Landing tables) {
    Row sum = DataFiles.of(spark, tables.silver()).selectExpr("sum(dead)").first();
    return sum.isNullAt(0) ? 0 : sum.getLong(0);
  }

  private String protocol(Landing tables) {
    return spark
        .sql("DESCRIBE DETAIL delta.`" + tables.silver() + "`")
        .selectExpr("minReaderVersion || '/' || minWriterVersion")
        .first()
        .getString(0);
  }

  private static long sum(List<Map<String, String>> metrics, String name) {
    return metrics.stream().mapToLong(m -> Long.parseLong(m.getOrDefault(name, "0"))).sum();
  }
}
