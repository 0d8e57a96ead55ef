package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.current_timestamp;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;

/**
 * The notebooks' two streams on the tables of a landing: bronze from the topic, silver by a MERGE a
 * batch from bronze. Each runs until it has taken what is there, and stops.
 */
record NotebookStreams(SparkSession spark, Landing landing) {
  /** As the notebooks declare the tables, but for their catalog and its Iceberg copies. */
  void createTables() {
    create(landing.bronze(), Tables.BRONZE, "event_date, event_hour");
    create(landing.silver(), Tables.SILVER, "event_date");
  }

  private void create(Path table, StructType schema, String partitions) {
    spark.sql(
        ("CREATE TABLE delta.`%s` (%s) USING DELTA PARTITIONED BY (%s) TBLPROPERTIES"
                + " ('delta.autoOptimize.optimizeWrite' = 'true',"
                + " 'delta.autoOptimize.autoCompact' = 'true')")
            .formatted(table, schema.toDDL(), partitions));
  }

  Path bronzeCheckpoint() {
    return landing.directory().resolve("checkpoints/arrivals-bronze");
  }

  Path silverCheckpoint() {
    return landing.directory().resolve("checkpoints/arrivals-silver");
  }

  void landBronze() throws StreamingQueryException, TimeoutException {
    Dataset<Row> messages =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", landing.broker().bootstrapServers())
            .option("subscribe", landing.topic())
            .option("startingOffsets", "earliest")
            .load()
            .select("value");
    Dataset<Row> rows =
        Notebook.decoded(messages, landing.topic())
            .withColumn("ingest_ts", current_timestamp())
            .select(columns(Tables.BRONZE));
    finish(
        rows.writeStream()
            .format("delta")
            .outputMode("append")
            .option("path", landing.bronze().toString()),
        bronzeCheckpoint());
  }

  void mergeSilver() throws StreamingQueryException, TimeoutException {
    Dataset<Row> bronze = spark.readStream().format("delta").load(landing.bronze().toString());
    Dataset<Row> rows =
        Notebook.cleaned(bronze.withColumnRenamed("ingest_ts", "bronze_ingest_ts"))
            .withColumn("ingest_ts", current_timestamp())
            .select(columns(Tables.SILVER));
    VoidFunction2<Dataset<Row>, Long> upsert = (batch, id) -> merge(landing.silver(), batch);
    finish(rows.writeStream().foreachBatch(upsert), silverCheckpoint());
  }

  /** The notebook's upsert. */
  static void merge(Path silver, Dataset<Row> batch) {
    Notebook.firstOfEachKey(batch, col("event_ts").desc(), col("bronze_ingest_ts").desc())
        .createOrReplaceGlobalTempView("silver_updates");
    batch
        .sparkSession()
        .sql(
            """
            MERGE INTO delta.`%s` AS s
            USING global_temp.silver_updates AS u
            ON  s.vehicleId = u.vehicleId AND s.naptanId = u.naptanId
            AND s.lineId = u.lineId AND s.direction = u.direction
            WHEN MATCHED AND (
                u.event_ts > s.event_ts OR
                (u.event_ts = s.event_ts AND u.bronze_ingest_ts >= s.bronze_ingest_ts)
            ) THEN UPDATE SET *
            WHEN NOT MATCHED THEN INSERT *
            """
                .formatted(silver));
  }

  private static void finish(DataStreamWriter<Row> writer, Path checkpoint)
      throws StreamingQueryException, TimeoutException {
    writer
        .option("checkpointLocation", checkpoint.toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** A table's columns in their order. */
  static Column[] columns(StructType table) {
    return Arrays.stream(table.fieldNames()).map(name -> col(name)).toArray(Column[]::new);
  }
}
