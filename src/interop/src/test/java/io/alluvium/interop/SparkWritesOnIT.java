package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Spark changes tables of ours, and then the program runs on them. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class SparkWritesOnIT {
  private static final List<byte[]> FIRST = Messages.moves().subList(0, 80);
  private static final List<byte[]> SECOND = Messages.moves().subList(80, 160);

  private SparkSession spark;
  private Landing optimized;
  private Landing changed;

  @BeforeAll
  void landAndCopy(Broker broker, SparkSession session) throws Exception {
    spark = session;
    Landing landing = Landing.create(broker, "foreign", 1);
    landing.publish(FIRST.subList(0, 40));
    landing.land();
    landing.publish(FIRST.subList(40, 80));
    landing.land();
    optimized = landing.copy("optimized");
    changed = landing.copy("changed");
    landing.publish(SECOND);
  }

  @Test
  void goesOnAfterOptimizeAndCheckpoint() throws Exception {
    // Given
    for (Path table : List.of(optimized.bronze(), optimized.silver())) {
      spark.sql("OPTIMIZE delta.`" + table + "`").collectAsList();
      DeltaLog log = DeltaLog.forTable(spark, table.toString());
      log.checkpoint(
          log.update(false, scala.Option.empty(), scala.Option.empty()), scala.Option.empty());
    }
    List<byte[]> all = new ArrayList<>(FIRST);
    all.addAll(SECOND);
    Notebook notebook = new Notebook(spark, optimized.topic(), all);

    // When
    optimized.land();

    // Then
    assertThat(
            Tables.differences(
                Tables.read(spark, optimized.bronze()).select(Tables.comparable(Tables.BRONZE)),
                notebook.bronze()))
        .isEmpty();
    assertThat(
            Tables.differences(
                Tables.read(spark, optimized.silver()).select(Tables.comparable(Tables.SILVER)),
                notebook.silver()))
        .isEmpty();
  }

  @Test
  void goesOnAfterMergeAndDelete() throws Exception {
    // Given
    String silver = "delta.`" + changed.silver() + "`";
    spark.sql("DELETE FROM " + silver + " WHERE vehicleId = 'tie3'");
    spark.sql(
        "MERGE INTO "
            + silver
            + " AS s USING (SELECT 'foreign' AS id, explode(array('moves5', 'theirs')) AS v) AS u"
            + " ON s.vehicleId = u.v"
            + " WHEN MATCHED THEN UPDATE SET event_ts = timestamp'2027-01-01', id = u.id"
            + " WHEN NOT MATCHED THEN INSERT (vehicleId, naptanId, lineId, direction, event_ts)"
            + " VALUES (u.v, 'S', 'L', 'outbound', timestamp'2026-01-01')");
    spark.sql("DELETE FROM delta.`" + changed.bronze() + "` WHERE vehicleId = 'tie4'");
    long bronzeRows = Tables.read(spark, changed.bronze()).count();

    // When
    Program.Result result = changed.runOnce();

    // Then
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(Tables.duplicateKeys(spark, changed.silver())).isEmpty();
    assertThat(Tables.read(spark, changed.bronze()).count()).isEqualTo(bronzeRows + SECOND.size());
    assertThat(count("vehicleId = 'theirs'")).isEqualTo(1);
    assertThat(count("vehicleId = 'moves5' AND id = 'foreign'")).isEqualTo(1);
    assertThat(count("vehicleId = 'tie3'")).isEqualTo(1);
    assertThat(count("true")).isEqualTo(41);
  }

  private long count(String condition) {
    return Tables.read(spark, changed.silver()).filter(condition).count();
  }
}
