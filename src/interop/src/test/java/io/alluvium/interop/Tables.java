package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The two tables as the notebooks declare them, and ways to look at them. */
final class Tables {
  static final StructType BRONZE =
      StructType.fromDDL(
          """
          id STRING, operationType INT, vehicleId STRING, naptanId STRING, stationName STRING,
          lineId STRING, lineName STRING, platformName STRING, direction STRING, bearing STRING,
          tripId STRING, baseVersion STRING, destinationNaptanId STRING, destinationName STRING,
          timestamp TIMESTAMP, timeToStation INT, currentLocation STRING, towards STRING,
          expectedArrival TIMESTAMP, timeToLive TIMESTAMP, modeName STRING, timing STRING,
          ingest_ts TIMESTAMP, ingest_source STRING, raw_payload STRING, event_date DATE,
          event_hour INT
          """);
  static final StructType SILVER =
      StructType.fromDDL(
          """
          vehicleId STRING, naptanId STRING, lineId STRING, direction STRING, id STRING,
          operationType INT, stationName STRING, lineName STRING, platformName STRING,
          bearing DOUBLE, tripId STRING, baseVersion STRING, destinationNaptanId STRING,
          destinationName STRING, event_ts TIMESTAMP, timeToStation INT, currentLocation STRING,
          towards STRING, expectedArrival TIMESTAMP, timeToLive TIMESTAMP, modeName STRING,
          bronze_ingest_ts TIMESTAMP, ingest_ts TIMESTAMP, ingest_source STRING, event_date DATE
          """);
  private static final Set<String> TIMES_OF_THE_RUN = Set.of("ingest_ts", "bronze_ingest_ts");

  private Tables() {}

  static Dataset<Row> read(SparkSession spark, Path table) {
    return spark.read().format("delta").load(table.toString());
  }

  /** All columns whose values don't depend on when the program ran, in order. */
  static Column[] comparable(StructType table) {
    return Arrays.stream(table.fieldNames())
        .filter(name -> !TIMES_OF_THE_RUN.contains(name))
        .map(name -> col(name))
        .toArray(Column[]::new);
  }

  /** Keys that have more than one row. */
  static List<Row> duplicateKeys(SparkSession spark, Path silver) {
    return read(spark, silver)
        .groupBy("vehicleId", "naptanId", "lineId", "direction")
        .count()
        .filter("count > 1")
        .collectAsList();
  }

  /** Rows that only one of the two has, as JSON, each with the side that has it. */
  static List<String> differences(Dataset<Row> ours, Dataset<Row> sparks) {
    return Stream.concat(
            tagged("only ours: ", ours, sparks), tagged("only Spark's: ", sparks, ours))
        .toList();
  }

  private static Stream<String> tagged(String side, Dataset<Row> rows, Dataset<Row> without) {
    return rows.exceptAll(without).toJSON().collectAsList().stream().map(row -> side + row);
  }
}
