package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Silver of the order lines is what the notebook's own expressions make of bronze. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderItemsNotebookIT {
  private static final int RECORDED = 88_723;
  private static final StructType SILVER =
      StructType.fromDDL(
          """
          dt STRING, order_ts STRING, customer_id STRING, order_id STRING, item_seq STRING,
          product_id STRING, quantity INT, unit_price_currency STRING, unit_price DOUBLE,
          discount_pct DOUBLE, tax_amount STRING, channel STRING, coupon_code STRING,
          processed_time TIMESTAMP
          """);

  /** What the recorded lines don't have: quantity, price, discount, channel, coupon. */
  private static final List<List<String>> ODD =
      List.of(
          List.of("\"two\"", "\"$\"", "\"%%5%\"", "\"WEB\"", "\" \\u00a0A \""),
          List.of("\" 2 \"", "\"1$2$\"", "\"1e1%\"", "\" web\"", "\"STRA\u1e9eE \u039f\u03a3\""),
          List.of("2.9", "\"\u20ac5\"", "\"10 %\"", "\"\"", "\"\\tTab\\t\""),
          List.of("\"2147483648\"", "\"1,000\"", "null", "null", "null"),
          List.of("null", "null", "\"\"", "\"app\"", "\"\ud83d\ude8c X\""),
          List.of("\"Two \"", "-0.0", "\"NaN%\"", "true", "[\"A\"]"));

  private SparkSession spark;
  private Landing landing;
  private Dataset<Row> bronze;
  private Dataset<Row> silver;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    List<byte[]> lines = new ArrayList<>(Recordings.of("orders/order_items"));
    for (List<String> values : ODD) {
      lines.add(line(lines.size(), values));
    }
    landing = Landing.create(broker, Pipeline.ORDER_ITEMS, "order-items", 2);
    landing.publish(lines);
    landing.land();
    bronze = Tables.read(spark, landing.bronze()).cache();
    silver = Tables.read(spark, landing.silver()).cache();
  }

  private static byte[] line(int order, List<String> values) {
    String format =
        "{\"order_id\":\"odd%d\",\"item_seq\":\"1\",\"quantity\":%s,\"unit_price\":%s,"
            + "\"discount_pct\":%s,\"channel\":%s,\"coupon_code\":%s}";
    Object[] all = new Object[values.size() + 1];
    all[0] = order;
    System.arraycopy(values.toArray(), 0, all, 1, values.size());
    return format.formatted(all).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void everyColumnIsWhatTheNotebookMakes() {
    // When
    // Cached, for Spark 4.1 fails on dropDuplicates below exceptAll.
    Dataset<Row> expected = notebook(bronze).cache();

    // Then
    assertThat(bronze.count()).isEqualTo(RECORDED + ODD.size());
    assertThat(silver.count()).isEqualTo(RECORDED + ODD.size());
    assertThat(Tables.differences(withoutTime(silver), withoutTime(expected))).isEmpty();
    assertThat(bronze.filter("quantity = 'Two' AND unit_price LIKE '$%'").count()).isPositive();
    assertThat(bronze.filter("coupon_code <> lower(trim(coupon_code))").count()).isPositive();
  }

  @Test
  void schemaIsTheNotebooks() {
    // When
    StructType schema = silver.schema();

    // Then
    assertThat(schema.toDDL()).isEqualTo(SILVER.toDDL());
    assertThat(notebook(bronze).selectExpr(SILVER.fieldNames()).schema().toDDL())
        .isEqualTo(SILVER.toDDL().replace("TIMESTAMP", "TIMESTAMP NOT NULL"));
    assertThat(silver.filter("processed_time IS NULL").count()).isZero();
  }

  @Test
  void silverHasAChangeDataFeed() {
    // When
    Row property =
        spark
            .sql(
                "SHOW TBLPROPERTIES delta.`%s` ('delta.enableChangeDataFeed')"
                    .formatted(landing.silver()))
            .first();

    // Then
    assertThat(property.getString(1)).isEqualTo("true");
    assertThat(new ChangeFeed(spark, landing.silver(), Workload.ORDER_LINES.key()).operations())
        .containsValue("MERGE");
  }

  /** The notebook, line by line. */
  private static Dataset<Row> notebook(Dataset<Row> bronze) {
    return bronze
        .dropDuplicates(new String[] {"order_id", "item_seq"})
        .withColumn(
            "quantity",
            when(col("quantity").equalTo("Two"), lit(2)).otherwise(col("quantity")).cast("int"))
        .withColumn("unit_price", regexp_replace(col("unit_price"), "[$]", "").cast("double"))
        .withColumn("discount_pct", regexp_replace(col("discount_pct"), "%", "").cast("double"))
        .withColumn("coupon_code", lower(trim(col("coupon_code"))))
        .withColumn(
            "channel",
            when(col("channel").equalTo("web"), "Website")
                .when(col("channel").equalTo("app"), "Mobile")
                .otherwise(col("channel")))
        .withColumn("processed_time", current_timestamp());
  }

  private static Dataset<Row> withoutTime(Dataset<Row> rows) {
    return rows.selectExpr(SILVER.fieldNames()).drop("processed_time");
  }
}
