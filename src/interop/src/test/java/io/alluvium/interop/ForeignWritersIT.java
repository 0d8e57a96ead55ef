package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.interop.ChangeFeed.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Spark writes to both tables, while the program runs and while it doesn't. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignWritersIT {
  private static final String BUSY_DAY = "2026-07-01";
  private static final String SLOW_DAY = "2026-07-02";
  private static final String QUIET_DAY = "2026-07-03";
  private static final String ON_QUIET_DAY = "event_date = '" + QUIET_DAY + "'";
  private static final String ON_SLOW_DAY = "event_date = '" + SLOW_DAY + "'";
  private static final String ERASED = ON_QUIET_DAY + " AND vehicleId LIKE 'erased%'";

  /** Rows that Spark has the last word on. */
  private static final String FOREIGN =
      "vehicleId LIKE 'erased%' OR vehicleId LIKE 'theirs%' OR vehicleId LIKE 'merged%'";

  private SparkSession spark;
  private ForeignWriters writers;

  @BeforeAll
  void prepare(SparkSession session) {
    spark = session;
    writers = new ForeignWriters(session);
  }

  @Test
  void theServiceGoesOn(Broker broker) throws Exception {
    // Given
    Landing landing = Landing.create(broker, "foreign-running", 1);
    String[] settings = {
      "bronze.flush-interval=200ms", "silver.flush-interval=500ms", "silver.change-data-feed=true"
    };
    List<byte[]> values = new ArrayList<>(first());
    landing.publish(values);

    // When
    String log;
    try (Service service = landing.start(settings)) {
      service.awaitDurable(values.size());
      Feeder feeder = new Feeder(landing, ForeignWritersIT::traffic);
      try (feeder) {
        int second = 0;
        for (Runnable change : changes(landing)) {
          feeder.add(at("slow" + second % 5, SLOW_DAY, ++second));
          change.run();
          // A flush that begins after the change.
          service.awaitDurable(values.size() + feeder.published().size() + 1);
        }
      }
      values.addAll(feeder.published());
      landing.publish(last());
      values.addAll(last());
      service.awaitDurable(values.size());
      assertThat(service.restarts()).isZero();
      log = service.output();
    }

    // Then
    assertThat(log).contains("follows the table to version");
    assertLatest(landing, values);
    assertThat(bronzeRows(landing, "true")).isEqualTo(values.size() - 5);
    assertThat(bronzeRows(landing, "vehicleId LIKE 'erased%'")).isEqualTo(1);
    assertChangeFeed(new ChangeFeed(spark, landing.silver(), Workload.ARRIVALS.key()));
  }

  @Test
  @Tag("long")
  void theNextStartGoesOn(Broker broker) throws Exception {
    // Given
    Landing landing = Landing.create(broker, "foreign-down", 1);
    List<byte[]> values = new ArrayList<>(first());
    landing.publish(values);
    landing.land();
    List<Runnable> changes = new ArrayList<>(changes(landing));
    changes.add(() -> writers.vacuumAll(landing.silver()));
    changes.add(() -> writers.vacuumAll(landing.bronze()));

    // When
    for (int i = 0; i < changes.size(); i++) {
      changes.get(i).run();
      if (i % 4 == 3) {
        landing.publish(traffic(i));
        landing.land();
        values.addAll(traffic(i));
      }
    }
    landing.publish(last());
    landing.land();
    values.addAll(last());

    // Then
    assertLatest(landing, values);
    assertThat(bronzeRows(landing, "true")).isEqualTo(values.size() - 5);
  }

  /** All kinds of change, on both tables; what they leave doesn't depend on who is quicker. */
  private List<Runnable> changes(Landing landing) {
    return List.of(
        () -> writers.marking(true, () -> writers.delete(landing.silver(), ERASED)),
        () -> writers.delete(landing.bronze(), ERASED),
        () ->
            writers.marking(
                true,
                () ->
                    writers.update(
                        landing.silver(),
                        "id = 'foreign', event_ts = timestamp'" + QUIET_DAY + " 23:00:00'",
                        ON_QUIET_DAY + " AND vehicleId LIKE 'theirs%'")),
        // Newer messages come for these rows meanwhile.
        () ->
            writers.marking(
                true, () -> writers.update(landing.silver(), "id = 'foreign'", ON_SLOW_DAY)),
        () -> writers.optimize(landing.silver(), ON_QUIET_DAY),
        () ->
            writers.marking(
                true,
                () ->
                    writers.merge(
                        landing.silver(),
                        QUIET_DAY,
                        "merged",
                        List.of("merged0", "merged1", "theirs0", "mergedNew0", "mergedNew1"))),
        () -> writers.purge(landing.silver(), ON_QUIET_DAY),
        () ->
            writers.marking(
                false,
                () ->
                    writers.update(
                        landing.silver(),
                        "id = 'rewritten'",
                        ON_QUIET_DAY + " AND vehicleId = 'theirs1'")),
        () -> writers.optimize(landing.silver(), ON_SLOW_DAY),
        () -> writers.optimize(landing.bronze(), ON_QUIET_DAY),
        () -> writers.vacuum(landing.silver()),
        () -> writers.vacuum(landing.bronze()));
  }

  private static List<byte[]> first() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      values.add(at("busy" + i, BUSY_DAY, 0));
      values.add(at("slow" + i, SLOW_DAY, 0));
      for (String vehicle : List.of("erased", "theirs", "merged", "kept")) {
        values.add(at(vehicle + i, QUIET_DAY, 10 + i));
      }
    }
    return values;
  }

  /**
   * What goes on all the time, on one day: Spark's transactions are serializable, so one that reads
   * a day to which rows come all the time never ends.
   */
  private static List<byte[]> traffic(int round) {
    List<byte[]> values = new ArrayList<>();
    values.add(at("busy" + round % 5, BUSY_DAY, 1 + round));
    values.add(at("busy-new" + round, BUSY_DAY, 1));
    return values;
  }

  /** Newer messages of rows that Spark deleted, changed and inserted. */
  private static List<byte[]> last() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      values.add(Messages.prediction("slow" + i, SLOW_DAY + "T23:59:59Z"));
    }
    values.add(at("theirs0", QUIET_DAY, 9));
    values.add(Messages.prediction("theirs2", QUIET_DAY + "T22:00:00Z"));
    values.add(Messages.prediction("theirs3", QUIET_DAY + "T23:30:00Z"));
    values.add(Messages.prediction("erased0", QUIET_DAY + "T23:30:00Z"));
    values.add(Messages.prediction("merged0", QUIET_DAY + "T23:30:00Z"));
    values.add(Messages.prediction("mergedNew0", QUIET_DAY + "T23:30:00Z"));
    return values;
  }

  private static byte[] at(String vehicle, String day, int second) {
    String time =
        String.format("%sT%02d:%02d:%02dZ", day, second / 3600, second / 60 % 60, second % 60);
    return Messages.prediction(vehicle, time);
  }

  private void assertLatest(Landing landing, List<byte[]> values) {
    Dataset<Row> silver = Tables.read(spark, landing.silver());
    Dataset<Row> notebook = new Notebook(spark, landing.topic(), values).silver();
    assertThat(Tables.duplicateKeys(spark, landing.silver())).isEmpty();
    assertThat(
            Tables.differences(
                silver.select(Tables.comparable(Tables.SILVER)).filter("NOT (" + FOREIGN + ")"),
                notebook.filter("NOT (" + FOREIGN + ")")))
        .isEmpty();
    Map<String, String> foreign = new LinkedHashMap<>();
    silver
        .filter(FOREIGN)
        .orderBy("vehicleId")
        .selectExpr("vehicleId", "coalesce(id, '') || ' ' || date_format(event_ts, 'HH:mm:ss')")
        .collectAsList()
        .forEach(row -> foreign.put(row.getString(0), row.getString(1)));
    assertThat(foreign)
        .containsExactly(
            Map.entry("erased0", " 23:30:00"),
            Map.entry("merged0", " 23:30:00"),
            Map.entry("merged1", "merged 00:00:11"),
            Map.entry("merged2", " 00:00:12"),
            Map.entry("merged3", " 00:00:13"),
            Map.entry("merged4", " 00:00:14"),
            Map.entry("mergedNew0", " 23:30:00"),
            Map.entry("mergedNew1", "merged 00:00:00"),
            Map.entry("theirs0", "merged 23:00:00"),
            Map.entry("theirs1", "rewritten 23:00:00"),
            Map.entry("theirs2", "foreign 23:00:00"),
            Map.entry("theirs3", " 23:30:00"),
            Map.entry("theirs4", "foreign 23:00:00"));
  }

  private long bronzeRows(Landing landing, String condition) {
    return Tables.read(spark, landing.bronze()).filter(condition).count();
  }

  /** Others' versions and the ones of ours that follow them tell what they changed. */
  private static void assertChangeFeed(ChangeFeed feed) {
    Map<Long, String> operations = feed.operations();
    Map<Long, String> foreign = feed.foreignOperations();
    TreeSet<Long> versions = new TreeSet<>(foreign.keySet());
    foreign.keySet().forEach(version -> versions.add(version + 1));
    Map<Long, List<Change>> expected = feed.expected(versions);
    Map<Long, List<Change>> whole = feed.whole();
    for (long version : versions) {
      assertThat(whole.getOrDefault(version, List.of()))
          .as("version %s, %s", version, operations.get(version))
          .containsExactlyInAnyOrderElementsOf(expected.getOrDefault(version, List.of()));
    }
    assertThat(foreign.values()).contains("DELETE", "UPDATE", "MERGE");
  }
}
