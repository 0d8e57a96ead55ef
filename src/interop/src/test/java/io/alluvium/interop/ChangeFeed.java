package io.alluvium.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Silver's change data feed, held against the difference of its snapshots. */
final class ChangeFeed {
  private static final String TYPE = "_change_type";
  private static final String VERSION = "_commit_version";

  private final SparkSession spark;
  private final Path silver;
  private final List<String> key;
  private final List<String> columns;

  /**
   * @param key silver's key columns
   */
  ChangeFeed(SparkSession spark, Path silver, List<String> key) {
    this.spark = spark;
    this.silver = silver;
    this.key = key;
    this.columns = List.of(Tables.read(spark, silver).columns());
  }

  /**
   * A row of a version's changes.
   *
   * @param values of all columns, nulls among them
   */
  record Change(String type, List<Object> values) {}

  /** The operations of all versions, by version. */
  Map<Long, String> operations() {
    return operations("true");
  }

  /** The operations of the versions that Spark wrote, by version. */
  Map<Long, String> foreignOperations() {
    return operations("engineInfo LIKE 'Apache-Spark%'");
  }

  private Map<Long, String> operations(String condition) {
    Map<Long, String> operations = new LinkedHashMap<>();
    spark
        .sql("DESCRIBE HISTORY delta.`" + silver + "`")
        .filter(condition)
        .select("version", "operation")
        .orderBy("version")
        .collectAsList()
        .forEach(row -> operations.put(row.getLong(0), row.getString(1)));
    return operations;
  }

  /**
   * What the feed should say of some versions, from the snapshots alone: rows that came, went, or
   * were replaced by another of their key.
   *
   * @return by version, without versions that changed nothing
   */
  Map<Long, List<Change>> expected(Collection<Long> versions) {
    Map<Long, Map<List<Object>, List<Object>>> snapshots = new HashMap<>();
    Map<Long, List<Change>> expected = new LinkedHashMap<>();
    for (long version : versions) {
      Map<List<Object>, List<Object>> before =
          version == 0 ? Map.of() : snapshots.computeIfAbsent(version - 1, this::snapshot);
      List<Change> changes = difference(before, snapshots.computeIfAbsent(version, this::snapshot));
      if (!changes.isEmpty()) {
        expected.put(version, changes);
      }
    }
    return expected;
  }

  private Map<List<Object>, List<Object>> snapshot(long version) {
    Dataset<Row> rows =
        spark.read().format("delta").option("versionAsOf", version).load(silver.toString());
    Map<List<Object>, List<Object>> byKey = new LinkedHashMap<>();
    for (Row row : rows.selectExpr(columns.toArray(String[]::new)).collectAsList()) {
      List<Object> values = values(row, 0);
      List<Object> keyValues = key.stream().map(columns::indexOf).map(values::get).toList();
      if (byKey.put(keyValues, values) != null) {
        throw new AssertionError("two rows of a key at version " + version + ": " + row);
      }
    }
    return byKey;
  }

  private static List<Change> difference(
      Map<List<Object>, List<Object>> before, Map<List<Object>, List<Object>> after) {
    List<Change> changes = new ArrayList<>();
    before.forEach(
        (key, row) -> {
          if (!after.containsKey(key)) {
            changes.add(new Change("delete", row));
          }
        });
    after.forEach(
        (key, row) -> {
          List<Object> old = before.get(key);
          if (old == null) {
            changes.add(new Change("insert", row));
          } else if (!old.equals(row)) {
            changes.add(new Change("update_preimage", old));
            changes.add(new Change("update_postimage", row));
          }
        });
    return changes;
  }

  /** What {@code readChangeFeed} says of one version. */
  List<Change> of(long version) {
    return spark
        .read()
        .format("delta")
        .option("readChangeFeed", true)
        .option("startingVersion", version)
        .option("endingVersion", version)
        .load(silver.toString())
        .select(TYPE, columns.toArray(String[]::new))
        .collectAsList()
        .stream()
        .map(this::change)
        .toList();
  }

  /** What {@code table_changes} says of all versions at once, by version. */
  Map<Long, List<Change>> whole() {
    return spark
        .sql(
            "SELECT %s, %s, %s FROM table_changes_by_path('%s', 0)"
                .formatted(TYPE, String.join(", ", columns), VERSION, silver))
        .collectAsList()
        .stream()
        .collect(
            Collectors.groupingBy(
                row -> row.getLong(row.size() - 1),
                Collectors.mapping(this::change, Collectors.toList())));
  }

  private Change change(Row row) {
    return new Change(row.getString(0), values(row, 1));
  }

  /** The values of all columns, which begin at an index. */
  private List<Object> values(Row row, int from) {
    Object[] values = new Object[columns.size()];
    Arrays.setAll(values, i -> row.get(from + i));
    return Collections.unmodifiableList(Arrays.asList(values));
  }
}
