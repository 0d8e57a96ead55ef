package io.alluvium.interop;

import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * What other programs do to tables, by Spark. Each is tried again where it loses against the
 * program's commits, as people's jobs are.
 */
final class ForeignWriters {
  private static final int TRIES = 30;
  private static final List<String> VECTORS =
      List.of(
          "spark.databricks.delta.delete.deletionVectors.persistent",
          "spark.databricks.delta.update.deletionVectors.persistent",
          "spark.databricks.delta.merge.deletionVectors.persistent");

  private final SparkSession spark;

  ForeignWriters(SparkSession spark) {
    this.spark = spark;
  }

  /**
   * Whether Spark marks rows, where a table lets it, or rewrites their files.
   *
   * @param action what is done that way
   */
  void marking(boolean marks, Runnable action) {
    VECTORS.forEach(name -> spark.conf().set(name, marks));
    try {
      action.run();
    } finally {
      VECTORS.forEach(name -> spark.conf().unset(name));
    }
  }

  void delete(Path table, String condition) {
    change("DELETE FROM " + name(table) + " WHERE " + condition);
  }

  void update(Path table, String assignments, String condition) {
    change("UPDATE " + name(table) + " SET " + assignments + " WHERE " + condition);
  }

  /** Gives the vehicles of a day the id, and inserts those that aren't there. */
  void merge(Path silver, String day, String id, List<String> vehicles) {
    change(
        """
        MERGE INTO %s AS s
        USING (SELECT explode(array('%s')) AS v) AS u
        ON s.vehicleId = u.v AND s.event_date = '%s'
        WHEN MATCHED THEN UPDATE SET id = '%s'
        WHEN NOT MATCHED THEN
          INSERT (vehicleId, naptanId, lineId, direction, id, event_ts, event_date)
          VALUES (u.v, 'S', 'L', 'outbound', '%s', timestamp'%s 00:00:00', '%s')
        """
            .formatted(name(silver), String.join("','", vehicles), day, id, id, day, day));
  }

  void optimize(Path table, String condition) {
    change("OPTIMIZE " + name(table) + " WHERE " + condition);
  }

  void purge(Path table, String condition) {
    change("REORG TABLE " + name(table) + " WHERE " + condition + " APPLY (PURGE)");
  }

  void vacuum(Path table) {
    change("VACUUM " + name(table));
  }

  /** Deletes all that the newest version doesn't need: for tables that nobody writes now. */
  void vacuumAll(Path table) {
    String check = "spark.databricks.delta.retentionDurationCheck.enabled";
    spark.conf().set(check, false);
    try {
      change("VACUUM " + name(table) + " RETAIN 0 HOURS");
    } finally {
      spark.conf().unset(check);
    }
  }

  private void change(String statement) {
    for (int left = TRIES; ; left--) {
      try {
        spark.sql(statement).collectAsList();
        return;
      } catch (ConcurrentModificationException e) {
        if (left == 0) {
          throw e;
        }
      }
    }
  }

  private static String name(Path table) {
    return "delta.`" + table + "`";
  }
}
