package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.get_json_object;
import static org.apache.spark.sql.functions.hour;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_extract;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.to_date;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What the Spark notebooks that this program replaces make of messages: their own expressions, over
 * the raw values. Ingest times are left out, since they are the time of the run.
 */
final class Notebook {
  private static final StructType TFL =
      StructType.fromDDL(
          "id STRING, operationType INT, vehicleId STRING, naptanId STRING, stationName STRING,"
              + " lineId STRING, lineName STRING, platformName STRING, direction STRING,"
              + " bearing STRING, tripId STRING, baseVersion STRING, destinationNaptanId STRING,"
              + " destinationName STRING, timestamp STRING, timeToStation INT,"
              + " currentLocation STRING, towards STRING, expectedArrival STRING,"
              + " timeToLive STRING, modeName STRING");
  private static final StructType MESSAGES =
      new StructType().add("position", DataTypes.LongType).add("value", DataTypes.BinaryType);
  private static final Column[] KEY = {
    col("vehicleId"), col("naptanId"), col("lineId"), col("direction")
  };

  private final Dataset<Row> decoded;

  /**
   * @param values in the order in which they were sent, null for tombstones
   */
  Notebook(SparkSession spark, String topic, List<byte[]> values) {
    List<Row> rows = new ArrayList<>();
    for (byte[] value : values) {
      rows.add(RowFactory.create((long) rows.size(), value));
    }
    this.decoded = decoded(spark.createDataFrame(rows, MESSAGES), topic).cache();
  }

  /**
   * Bronze's columns, without the ingest time, and what else the messages come with.
   *
   * @param messages have the bytes in {@code value}
   */
  static Dataset<Row> decoded(Dataset<Row> messages, String topic) {
    return messages
        .withColumn("raw_payload", col("value").cast("string"))
        .drop("value")
        .withColumn("json", from_json(col("raw_payload"), TFL))
        .select("*", "json.*")
        .drop("json")
        .withColumn("timing", get_json_object(col("raw_payload"), "$.timing"))
        .withColumn("timestamp", col("timestamp").cast("timestamp"))
        .withColumn("expectedArrival", col("expectedArrival").cast("timestamp"))
        .withColumn("timeToLive", col("timeToLive").cast("timestamp"))
        .withColumn("ingest_source", lit("oci_stream:" + topic))
        .withColumn("event_date", to_date(col("timestamp")))
        .withColumn("event_hour", hour(col("timestamp")));
  }

  /** Rows of bronze as silver takes them, those left out that it doesn't take. */
  static Dataset<Row> cleaned(Dataset<Row> bronze) {
    Column complete = col("timestamp").isNotNull();
    for (Column key : KEY) {
      complete = complete.and(key.isNotNull());
    }
    return bronze
        .filter(complete)
        .withColumnRenamed("timestamp", "event_ts")
        .withColumn(
            "bearing", regexp_extract(col("bearing"), "^(-?\\d+(\\.\\d+)?)", 1).cast("double"))
        .withColumn("event_date", to_date(col("event_ts")));
  }

  /** The row of each key that comes first in an order. */
  static Dataset<Row> firstOfEachKey(Dataset<Row> rows, Column... order) {
    return rows.withColumn("rank", row_number().over(Window.partitionBy(KEY).orderBy(order)))
        .filter(col("rank").equalTo(1))
        .drop("rank");
  }

  Dataset<Row> bronze() {
    return select(decoded, Tables.BRONZE);
  }

  /** The latest row of each key; of two with the same time, the one that was sent later. */
  Dataset<Row> silver() {
    Dataset<Row> latest =
        firstOfEachKey(cleaned(decoded), col("event_ts").desc(), col("position").desc());
    return select(latest, Tables.SILVER);
  }

  private static Dataset<Row> select(Dataset<Row> rows, StructType table) {
    return rows.select(Tables.comparable(table));
  }
}
