package io.alluvium.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables that two runs filled, seen by Spark. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LandedTablesIT {
  /** A sequence that never comes in UTF-8. */
  private static final byte[] NOT_UTF8 = {'{', '"', (byte) 0xC3, '"', '}'};

  private final List<byte[]> values = new ArrayList<>();
  private SparkSession spark;
  private Landing landing;
  private Notebook notebook;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "edges", 1);
    List<byte[]> first = new ArrayList<>(Messages.edges());
    first.add(NOT_UTF8);
    first.addAll(Messages.moves().subList(0, 70));
    List<byte[]> second = Messages.moves().subList(70, Messages.moves().size());
    landing.publish(first);
    landing.land();
    landing.publish(second);
    landing.land();
    values.addAll(first);
    values.addAll(second);
    notebook = new Notebook(spark, landing.topic(), values.stream().map(this::asText).toList());
  }

  /**
   * Spark keeps bytes that aren't UTF-8 within its strings. Bronze has replacement characters in
   * their place, and the quarantine table has the bytes: the one difference that is on purpose.
   */
  private byte[] asText(byte[] value) {
    return value == NOT_UTF8 ? new String(value, UTF_8).getBytes(UTF_8) : value;
  }

  @Test
  void schemaIsTheNotebooks() {
    // When
    Dataset<Row> bronze = Tables.read(spark, landing.bronze());
    Dataset<Row> silver = Tables.read(spark, landing.silver());

    // Then
    assertThat(bronze.schema().toDDL()).isEqualTo(Tables.BRONZE.toDDL());
    assertThat(silver.schema().toDDL()).isEqualTo(Tables.SILVER.toDDL());
    assertThat(partitionColumns(landing.bronze())).containsExactly("event_date", "event_hour");
    assertThat(partitionColumns(landing.silver())).containsExactly("event_date");
  }

  @Test
  void bronzeIsWhatTheNotebookMakes() {
    // When
    Dataset<Row> bronze = Tables.read(spark, landing.bronze());

    // Then
    assertThat(bronze.count()).isEqualTo(values.size());
    assertThat(bronze.filter("ingest_ts is null").count()).isZero();
    assertThat(
            Tables.differences(bronze.select(Tables.comparable(Tables.BRONZE)), notebook.bronze()))
        .isEmpty();
  }

  @Test
  void silverIsWhatTheNotebookMakes() {
    // When
    Dataset<Row> silver = Tables.read(spark, landing.silver());

    // Then
    assertThat(silver.count()).isEqualTo(notebook.silver().count()).isGreaterThan(50);
    assertThat(silver.filter("ingest_ts is null or bronze_ingest_ts is null").count()).isZero();
    assertThat(Tables.duplicateKeys(spark, landing.silver())).isEmpty();
    assertThat(
            Tables.differences(silver.select(Tables.comparable(Tables.SILVER)), notebook.silver()))
        .isEmpty();
  }

  @Test
  void spark3ReadsTheOldDatesToo() {
    // Given
    String mode = "spark.sql.parquet.datetimeRebaseModeInRead";
    spark.conf().set(mode, "EXCEPTION");

    // When
    List<Row> old;
    try {
      old =
          Tables.read(spark, landing.silver())
              .filter("timeToLive < '1900-01-01'")
              .select("timeToLive")
              .collectAsList();
    } finally {
      spark.conf().unset(mode);
    }

    // Then
    assertThat(old).hasSizeGreaterThan(5);
  }

  @Test
  void bytesThatAreNoTextAreInQuarantine() {
    // When
    List<Row> quarantined =
        Tables.read(spark, landing.quarantine()).select("value", "offset").collectAsList();

    // Then
    assertThat(quarantined).hasSize(1);
    assertThat((byte[]) quarantined.get(0).get(0)).isEqualTo(NOT_UTF8);
    assertThat(quarantined.get(0).getLong(1)).isEqualTo(values.indexOf(NOT_UTF8));
  }

  @Test
  void bronzeHistoryCountsItsRows() {
    // When
    List<Map<String, String>> appends = metrics(landing.bronze(), "STREAMING UPDATE");

    // Then
    assertThat(operations(landing.bronze())).isSubsetOf("CREATE TABLE", "STREAMING UPDATE");
    assertThat(appends).hasSizeGreaterThanOrEqualTo(2);
    assertThat(sum(appends, "numOutputRows")).isEqualTo(values.size());
  }

  @Test
  void silverHistoryCountsItsRows() {
    // When
    List<Map<String, String>> merges = metrics(landing.silver(), "MERGE");

    // Then
    assertThat(operations(landing.silver()))
        .contains("MERGE")
        .isSubsetOf("CREATE TABLE", "MERGE", "STREAMING UPDATE");
    assertThat(merges).hasSizeGreaterThanOrEqualTo(2);
    assertThat(sum(merges, "numTargetRowsInserted"))
        .isEqualTo(Tables.read(spark, landing.silver()).count());
    assertThat(sum(merges, "numTargetRowsUpdated")).isPositive();
    assertThat(sum(merges, "numOutputRows"))
        .isEqualTo(
            sum(merges, "numTargetRowsInserted")
                + sum(merges, "numTargetRowsUpdated")
                + sum(merges, "numTargetRowsCopied"));
  }

  @Test
  void recordingsAreWhatTheNotebookMakes(Broker broker) throws Exception {
    // Given
    List<byte[]> recorded = Recordings.tfl();
    Landing recordings = Landing.create(broker, "recordings", 2);
    recordings.publish(recorded);
    Notebook expected = new Notebook(spark, recordings.topic(), recorded);

    // When
    recordings.land();

    // Then
    Dataset<Row> bronze = Tables.read(spark, recordings.bronze());
    Dataset<Row> silver = Tables.read(spark, recordings.silver());
    assertThat(bronze.count()).isEqualTo(recorded.size()).isGreaterThan(40_000);
    assertThat(Tables.duplicateKeys(spark, recordings.silver())).isEmpty();
    assertThat(
            Tables.differences(bronze.select(Tables.comparable(Tables.BRONZE)), expected.bronze()))
        .isEmpty();
    assertThat(
            Tables.differences(silver.select(Tables.comparable(Tables.SILVER)), expected.silver()))
        .isEmpty();
  }

  private List<String> partitionColumns(Path table) {
    return spark
        .sql("DESCRIBE DETAIL delta.`" + table + "`")
        .select("partitionColumns")
        .first()
        .getList(0);
  }

  private Set<String> operations(Path table) {
    return history(table).stream().map(row -> row.getString(0)).collect(Collectors.toSet());
  }

  private List<Map<String, String>> metrics(Path table, String operation) {
    return history(table).stream()
        .filter(row -> row.getString(0).equals(operation))
        .map(row -> row.<String, String>getJavaMap(1))
        .toList();
  }

  private List<Row> history(Path table) {
    return spark
        .sql("DESCRIBE HISTORY delta.`" + table + "`")
        .select("operation", "operationMetrics")
        .collectAsList();
  }

  /** Commits that only move a position have no rows to count. */
  private static long sum(List<Map<String, String>> metrics, String name) {
    return metrics.stream().mapToLong(m -> Long.parseLong(m.getOrDefault(name, "0"))).sum();
  }
}
