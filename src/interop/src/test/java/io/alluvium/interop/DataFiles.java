package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.from_json;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;

/** A table's active files as the log describes them. */
final class DataFiles {
  private DataFiles() {}

  /**
   * One row a file: {@code path} (absolute), {@code numRecords} and {@code tightBounds} of its
   * statistics, {@code dead} rows by its deletion vector or null.
   */
  static Dataset<Row> of(SparkSession spark, Path table) {
    DeltaLog log = DeltaLog.forTable(spark, table.toString());
    return log.update(false, scala.Option.empty(), scala.Option.empty())
        .allFiles()
        .toDF()
        .withColumn("s", from_json(col("stats"), "numRecords LONG, tightBounds BOOLEAN", Map.of()))
        .selectExpr(
            "'" + table + "/' || url_decode(path) AS path",
            "s.numRecords AS numRecords",
            "s.tightBounds AS tightBounds",
            "deletionVector.cardinality AS dead");
  }
}
