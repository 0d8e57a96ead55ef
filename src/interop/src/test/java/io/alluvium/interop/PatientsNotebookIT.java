package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Patients landed batch by batch, the last batch twice. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class PatientsNotebookIT {
  private static final int BATCHES = 4;
  private static final StructType SILVER =
      StructType.fromDDL(
          """
          mrn BIGINT, dob DATE, sex STRING, gender STRING, first_name STRING, last_name STRING,
          street_address STRING, zip BIGINT, city STRING, state STRING, updated TIMESTAMP
          """);

  /** Of patients -1 to -4 in each batch, one after the other. */
  private static final List<List<String>> CITIES =
      List.of(
          List.of("Leeds", "Leeds", "Leeds", "null"),
          List.of("null", "York", "Leeds", "null"),
          List.of("null", "York", "Leeds", "Leeds"),
          List.of("York", "York", "Leeds", "null"));

  /** Of their updates. */
  private static final List<List<Integer>> DAYS =
      List.of(List.of(5, 5, 5, 5), List.of(5, 4, 6, 5), List.of(5, 4, 7, 5), List.of(5, 4, 8, 5));

  private SparkSession spark;
  private Landing landing;
  private Dataset<Row> changes;
  private Map<Long, String> beforeTheRepeat;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, Pipeline.PATIENTS, "patients", 1);
    List<byte[]> batch = List.of();
    for (int i = 0; i < BATCHES; i++) {
      batch = new ArrayList<>(Recordings.of("patients/batch" + i));
      batch.addAll(made(i));
      landing.publish(batch);
      landing.land();
    }
    beforeTheRepeat = new ChangeFeed(spark, landing.silver(), Workload.PATIENTS.key()).operations();
    landing.publish(batch);
    landing.land();
    changes =
        spark
            .sql("SELECT * FROM table_changes_by_path('%s', 0)".formatted(landing.silver()))
            .cache();
  }

  /**
   * Patient -1 loses the city and gets another, all at one time; -2's changes come late; -3 is
   * confirmed; -4 goes from null and back.
   */
  private static List<byte[]> made(int batch) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < CITIES.get(batch).size(); i++) {
      values.add(patient(-1 - i, CITIES.get(batch).get(i), DAYS.get(batch).get(i)));
    }
    return values;
  }

  private static byte[] patient(int mrn, String city, int day) {
    return """
    {"mrn":%d,"dob":"1980-01-02","sex":"F","gender":"F","first_name":"A","last_name":"B",\
    "street_address":"1 Mill Lane","zip":1,"city":%s,"state":null,"updated":"2020-01-0%dT00:00:00Z"}\
    """
        .formatted(mrn, city.equals("null") ? city : "\"" + city + "\"", day)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void schemaIsTheNotebooks() {
    // When
    StructType schema = Tables.read(spark, landing.silver()).schema();

    // Then
    assertThat(schema.toDDL()).isEqualTo(SILVER.toDDL());
  }

  @Test
  void theFeedTellsHowEachPatientCameToBe() {
    // Given
    Column last =
        row_number().over(Window.partitionBy("mrn").orderBy(col("_commit_version").desc()));

    // When
    Dataset<Row> told =
        changes
            .filter("_change_type <> 'update_preimage'")
            .withColumn("rank", last)
            .filter("rank = 1")
            .select(columns());

    // Then
    assertThat(Tables.differences(Tables.read(spark, landing.silver()), told)).isEmpty();
    assertThat(changes.select("_change_type").distinct().collectAsList().toString())
        .contains("insert", "update_preimage", "update_postimage")
        .doesNotContain("delete");
    assertThat(versions()).hasSize(BATCHES);
  }

  private List<Long> versions() {
    return changes.select("_commit_version").distinct().collectAsList().stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private static Column[] columns() {
    return Arrays.stream(SILVER.fieldNames()).map(name -> col(name)).toArray(Column[]::new);
  }

  @Test
  void anUpdateChangesOneOfTheTenColumns() {
    // Given
    String differs =
        Arrays.stream(SILVER.fieldNames())
            .skip(1)
            .map(name -> "NOT (before.%1$s <=> after.%1$s)".formatted(name))
            .collect(Collectors.joining(" OR "));

    // When
    Dataset<Row> updates =
        changes("update_preimage")
            .as("before")
            .join(
                changes("update_postimage").as("after"),
                col("before.mrn")
                    .equalTo(col("after.mrn"))
                    .and(col("before._commit_version").equalTo(col("after._commit_version"))));

    // Then
    assertThat(updates.filter("NOT (" + differs + ")").count()).isZero();
    assertThat(updates.count())
        .isEqualTo(changes("update_preimage").count())
        .isEqualTo(changes("update_postimage").count())
        .isGreaterThan(100);
    assertThat(changes("insert").groupBy("mrn").count().filter("count > 1").count()).isZero();
    assertThat(Stream.of(-1, -2, -3, -4).map(mrn -> updatesOf(updates, mrn)).toList())
        .containsExactly(2L, 0L, 3L, 2L);
  }

  private static long updatesOf(Dataset<Row> updates, int mrn) {
    return updates.filter(col("before.mrn").equalTo(mrn)).count();
  }

  private Dataset<Row> changes(String type) {
    return changes.filter(col("_change_type").equalTo(type));
  }

  @Test
  void silverIsTheNewestOfBronze() {
    // Given
    // The later offset: each run made a file of one ingest time, in the order of offsets. Delta's
    // own reader doesn't know a row's position.
    String[] files = Tables.read(spark, landing.bronze()).inputFiles();
    Column newestFirst =
        row_number()
            .over(
                Window.partitionBy("mrn")
                    .orderBy(
                        col("updated").desc(), col("ingest_ts").desc(), col("position").desc()));

    // When
    Dataset<Row> expected =
        spark
            .read()
            .parquet(files)
            .withColumn("position", col("_metadata.row_index"))
            .filter("mrn IS NOT NULL AND updated IS NOT NULL")
            .withColumn("rank", newestFirst)
            .filter("rank = 1")
            .select(columns());

    // Then
    Dataset<Row> silver = Tables.read(spark, landing.silver());
    assertThat(silver.count()).isEqualTo(expected.count()).isGreaterThan(2_500);
    assertThat(Tables.differences(silver, expected)).isEmpty();
  }

  @Test
  void aRepeatedBatchChangesNothing() {
    // Given
    long last = beforeTheRepeat.keySet().stream().mapToLong(Long::longValue).max().orElseThrow();

    // When
    List<Row> merges =
        spark
            .sql("DESCRIBE HISTORY delta.`" + landing.silver() + "`")
            .filter("operation = 'MERGE' AND version > " + last)
            .filter("operationMetrics['numSourceRows'] <> '0'")
            .collectAsList();

    // Then
    assertThat(merges).isEmpty();
    assertThat(versions()).allMatch(version -> version <= last);
    assertThat(beforeTheRepeat).containsValue("MERGE");
  }
}
