package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The configuration gets further columns, Spark and Kernel read what the tables become. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class AddedColumnsIT {
  private static final String[] BEFORE = {"silver.change-data-feed=true"};
  private static final String[] AFTER = {
    "silver.change-data-feed=true", "bronze.columns.note=string", "silver.columns.note=copy"
  };

  private SparkSession spark;
  private Landing landing;
  private Landing written;

  @BeforeAll
  void landAndAdd(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "added", 1);
    landing.publish(messages(0, 10, ""));
    landing.land(BEFORE);
    landing.publish(messages(0, 4, "second"));
    landing.land(AFTER);
    written = landing.copy("written");
    landing.publish(messages(3, 9, "the third"));
  }

  private static List<byte[]> messages(int from, int to, String note) {
    List<byte[]> values = new ArrayList<>();
    for (int vehicle = from; vehicle < to; vehicle++) {
      String time = "\"2026-03-01T%02d:00:00Z\"".formatted(note.length());
      String more = note.isEmpty() ? "" : "\"note\":\"" + note + "\"";
      values.add(Messages.prediction("v" + vehicle, time, more));
    }
    return values;
  }

  @Test
  void oldRowsAreNullForSparkKernelAndDuckDb() throws Exception {
    // Given
    String counts = "count(*) AS a, count(note) AS b";

    // When
    List<Row> bySpark =
        Stream.of(landing.bronze(), landing.silver())
            .map(table -> Tables.read(spark, table).selectExpr("count(*)", "count(note)").first())
            .toList();

    // Then
    assertThat(bySpark).containsExactly(RowFactory.create(14L, 4L), RowFactory.create(10L, 4L));
    assertThat(kernelNotes(landing.bronze())).hasSize(14).filteredOn("second"::equals).hasSize(4);
    assertThat(kernelNotes(landing.silver())).hasSize(10).filteredOn("second"::equals).hasSize(4);
    Program.Result sql =
        landing.run(List.of("sql", "-o", "csv", "SELECT " + counts + " FROM bronze"), AFTER);
    assertThat(sql.output()).contains("14,4");
    Program.Result verified = landing.run(List.of("verify"), AFTER);
    assertThat(verified.exitCode()).as(verified.output()).isZero();
  }

  private static List<String> kernelNotes(Path table) throws Exception {
    return new KernelReader()
        .read(
            table,
            row -> {
              int column = row.getSchema().indexOf("note");
              return row.isNullAt(column) ? "" : row.getString(column);
            });
  }

  @Test
  void aCatalogCanBeToldOfTheTables() throws Exception {
    // Given
    Program.Result ddl = landing.run(List.of("ddl"), AFTER);

    // When
    for (String statement : ddl.output().split(";\\s*\n")) {
      if (statement.contains("CREATE")) {
        spark.sql(statement.replace("`tfl`.", "").substring(statement.indexOf("CREATE")));
      }
    }

    // Then
    assertThat(spark.table("silver.arrivals_silver").filter("note = 'second'").count())
        .isEqualTo(4);
  }

  @Test
  void theHistorySaysWhatWasAdded() {
    // Given
    String table = "delta.`" + landing.silver() + "`";

    // When
    List<Row> additions =
        spark
            .sql("DESCRIBE HISTORY " + table)
            .filter("operation = 'ADD COLUMNS'")
            .selectExpr("operationParameters.columns")
            .collectAsList();

    // Then
    assertThat(additions)
        .containsExactly(
            RowFactory.create(
                "[{\"column\":{\"name\":\"note\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}}]"));
  }

  @Test
  void theChangeDataFeedReachesAcrossTheAddition() {
    // Given
    String query =
        "SELECT _change_type, vehicleId, note FROM table_changes_by_path('%s', 0)"
                .formatted(landing.silver())
            + " WHERE vehicleId = 'v1'";

    // When
    List<Row> changes = spark.sql(query).collectAsList();

    // Then
    assertThat(changes)
        .containsExactlyInAnyOrder(
            RowFactory.create("insert", "v1", null),
            RowFactory.create("update_preimage", "v1", null),
            RowFactory.create("update_postimage", "v1", "second"));
  }

  @Test
  void whatSparkWritesAfterwardsIsFollowed() throws Exception {
    // Given
    String silver = "delta.`" + written.silver() + "`";
    String bronze = "delta.`" + written.bronze() + "`";
    spark.sql(
        "MERGE INTO "
            + silver
            + " AS s USING (SELECT explode(array('v3', 'v9', 'theirs')) AS v) AS u"
            + " ON s.vehicleId = u.v WHEN MATCHED THEN UPDATE SET note = 'merged'"
            + " WHEN NOT MATCHED THEN INSERT (vehicleId, naptanId, lineId, direction, note)"
            + " VALUES (u.v, 'S', 'L', 'outbound', 'merged')");
    spark.sql("ALTER TABLE " + bronze + " ADD COLUMNS (theirs STRING COMMENT 'not ours')");
    spark.sql("ALTER TABLE " + bronze + " SET TBLPROPERTIES ('theirs.note' = 'somebody')");

    // When
    List<String> settings = new ArrayList<>(List.of(AFTER));
    settings.add("bronze.columns.number={field: note, type: int}");
    written.land(settings.toArray(String[]::new));

    // Then
    assertThat(Tables.duplicateKeys(spark, written.silver())).isEmpty();
    assertThat(
            Tables.read(spark, written.silver())
                .groupBy("note")
                .count()
                .orderBy("note")
                .collectAsList())
        .containsExactly(
            RowFactory.create("merged", 2L),
            RowFactory.create("second", 3L),
            RowFactory.create("the third", 6L));
    assertThat(Tables.read(spark, written.bronze()).count()).isEqualTo(20);
    StructField[] fields = Tables.read(spark, written.bronze()).schema().fields();
    StructField theirs = fields[fields.length - 2];
    assertThat(theirs.name()).isEqualTo("theirs");
    assertThat(theirs.getComment().get()).isEqualTo("not ours");
    assertThat(fields[fields.length - 1].name()).isEqualTo("number");
    assertThat(spark.sql("SHOW TBLPROPERTIES " + bronze + " ('theirs.note')").first().getString(1))
        .isEqualTo("somebody");
    Program.Result result =
        written.run(List.of("optimize", "bronze"), settings.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(Tables.read(spark, written.bronze()).filter("note IS NOT NULL").count())
        .isEqualTo(10);
  }
}
