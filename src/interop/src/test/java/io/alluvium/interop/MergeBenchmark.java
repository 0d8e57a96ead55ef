package io.alluvium.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What the notebook's MERGE of a batch of 10,000 changed rows costs in the silver tables that the
 * program's benchmark has left, and what reading them whole costs: for a comparison within one run.
 * Arguments: the tables' directories. Changes the tables.
 */
final class MergeBenchmark {
  private static final int CHANGED = 10_000;
  private static final int WARM_UP = 3;
  private static final int MEASURED = 7;
  private static final List<String> KEY = List.of("vehicleId", "naptanId", "lineId", "direction");

  private final SparkSession spark;
  private final Path table;
  private final String name;

  private MergeBenchmark(SparkSession spark, Path table) {
    this.spark = spark;
    this.table = table;
    this.name = "delta.`" + table + "`";
  }

  public static void main(String[] arguments) throws IOException {
    try (SparkSession spark = LocalSpark.session()) {
      spark.sparkContext().setLogLevel("ERROR");
      System.out.println("keys | Spark's scan s | Spark's MERGE ms, median (slowest) | bytes");
      for (String table : arguments) {
        new MergeBenchmark(spark, Path.of(table)).run();
      }
    }
  }

  private void run() {
    long keys = Tables.read(spark, table).count();
    double scan = Math.min(scanSeconds(), scanSeconds());
    List<Double> millis = new ArrayList<>();
    for (int round = 0; round < WARM_UP + MEASURED; round++) {
      double took = mergeMillis(round, Math.max(1, keys / CHANGED));
      if (round >= WARM_UP) {
        millis.add(took);
      }
    }
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%d | %.1f | %.0f (%.0f) | %d%n",
        keys,
        scan,
        sorted[sorted.length / 2],
        sorted[sorted.length - 1],
        bytes());
  }

  /** Every column of every row. */
  private double scanSeconds() {
    long began = System.nanoTime();
    Tables.read(spark, table).selectExpr("bit_xor(xxhash64(*))").first();
    return (System.nanoTime() - began) / 1e9;
  }

  /** The batch is there, and in memory, before time counts. */
  private double mergeMillis(int round, long part) {
    Dataset<Row> rows = Tables.read(spark, table);
    String columns =
        Arrays.stream(rows.columns())
            .map(c -> c.equals("event_ts") ? "event_ts + INTERVAL 1 SECOND AS event_ts" : c)
            .collect(Collectors.joining("|"));
    Path file = Workspace.ROOT.resolve("batch-" + table.getFileName() + "-" + round);
    rows.filter("pmod(xxhash64(%s), %d) = %d".formatted(String.join(", ", KEY), part, round % part))
        .selectExpr(columns.split("\\|"))
        .write()
        .parquet(file.toString());
    Dataset<Row> batch = spark.read().parquet(file.toString()).cache();
    batch.count();
    batch.createOrReplaceTempView("batch");
    String on =
        KEY.stream().map(c -> "t.%1$s = s.%1$s".formatted(c)).collect(Collectors.joining(" AND "));
    long began = System.nanoTime();
    spark.sql(
        "MERGE INTO %s t USING batch s ON %s".formatted(name, on)
            + " WHEN MATCHED AND s.event_ts >= t.event_ts THEN UPDATE SET *"
            + " WHEN NOT MATCHED THEN INSERT *");
    return (System.nanoTime() - began) / 1e6;
  }

  /** Bytes that a measured MERGE wrote to data files, on average. */
  private long bytes() {
    return spark
        .sql("DESCRIBE HISTORY %s LIMIT %d".formatted(name, MEASURED))
        .selectExpr("cast(avg(cast(operationMetrics['numTargetBytesAdded'] AS bigint)) AS bigint)")
        .first()
        .getLong(0);
  }
}
