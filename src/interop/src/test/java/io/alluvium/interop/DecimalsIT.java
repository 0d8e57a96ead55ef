package io.alluvium.interop;

import static org.apache.spark.sql.functions.max;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** One number of each message as decimals of every Parquet form, to several readers. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class DecimalsIT {
  private static final List<String> TYPES =
      List.of("decimal(4,4)", "decimal(9,2)", "decimal(18,6)", "decimal(38,10)");

  /** Such as {@code d_9_2_}. */
  private static final List<String> COLUMNS =
      TYPES.stream().map(type -> "d" + type.substring(7).replaceAll("\\D", "_")).toList();

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "0.0",
          "1",
          "1.0",
          "\"1.00\"",
          "1e0",
          "10E-1",
          "-1",
          "0.5",
          "0.005",
          "-0.005",
          "0.0049999999999999999999999999999999999999999",
          "0.99995",
          "0.99994",
          "1e-400",
          "0e99",
          "\"0e99\"",
          "9999999.99",
          "9999999.994",
          "9999999.995",
          "-9999999.995",
          "10000000",
          "999999999999.999999",
          "999999999999.9999995",
          "-999999999999.9999994",
          "1e27",
          "1e28",
          "9999999999999999999999999999.9999999999",
          "-9999999999999999999999999999.9999999999",
          "9999999999999999999999999999.99999999994",
          "9999999999999999999999999999.99999999995",
          "12345678901234567890.123456789012345678901234567890",
          "1e400",
          "-1E-7",
          "\"12.5\"",
          "\"-12.5e1\"",
          "\"+7\"",
          "\"1,234,567.89\"",
          "\",,5,\"",
          "\".5\"",
          "\"5.\"",
          "\"\\u0663\"",
          "\"\"",
          "\" \"",
          "\" 1\"",
          "\"1 \"",
          "\"x\"",
          "\"NaN\"",
          "\"1d\"",
          "\"0x1\"",
          "\"1e\"",
          "\",\"",
          "NaN",
          "Infinity",
          "true",
          "null",
          "{\"a\":1}",
          "[1]",
          "1,\"amount\":\"x\"",
          "\"x\",\"amount\":2.5",
          "3,\"amount\":null",
          "null,\"amount\":4",
          "5,\"amount\":1e99");

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private SparkSession spark;
  private Landing landing;
  private Dataset<Row> bronze;

  @BeforeAll
  void land(Broker broker, SparkSession session) throws Exception {
    spark = session;
    landing = Landing.create(broker, "decimals", 1);
    for (int round = 0; round < 2; round++) {
      landing.publish(messages(round));
      landing.land(overrides());
    }
    bronze = Tables.read(spark, landing.bronze());
  }

  private static String[] overrides() {
    Stream<String> columns =
        IntStream.range(0, TYPES.size())
            .mapToObj(
                i ->
                    Stream.of(
                        "bronze.columns.%s={field: amount, type: '%s'}"
                            .formatted(COLUMNS.get(i), TYPES.get(i)),
                        "silver.columns.%s=copy".formatted(COLUMNS.get(i))))
            .flatMap(both -> both);
    Stream<String> lists =
        Stream.of("silver.key=[vehicleId, d_9_2_]", "silver.sequence-by=[d_38_10_]");
    return Stream.concat(columns, lists).toArray(String[]::new);
  }

  /** All numbers in one hour; then some an hour that are apart from those of the other hours. */
  private static List<byte[]> messages(int round) {
    List<byte[]> values = new ArrayList<>();
    for (String number : NUMBERS) {
      values.add(message("odd" + (round == 0 ? "" : values.size() % 3), 0, number));
    }
    for (int hour = 1; hour < 6; hour++) {
      for (int i = 0; i < 20; i++) {
        String number = "%d%02d.%02d%d".formatted(hour - 3, i, i, round * 3 + i % 3);
        values.add(message("key" + i % 4, hour, number));
      }
    }
    return values;
  }

  private static byte[] message(String vehicle, int hour, String number) {
    String time = "\"2026-03-01T%02d:00:00Z\"".formatted(hour);
    return Messages.prediction(vehicle, time, "\"amount\":" + number);
  }

  @Test
  void bronzeHasWhatFromJsonGives() {
    // Given
    String[] differing =
        IntStream.range(0, TYPES.size()).mapToObj(DecimalsIT::differing).toArray(String[]::new);

    // When
    Row differences = bronze.selectExpr(differing).first();

    // Then
    assertThat(differences).isEqualTo(RowFactory.create("", "", "", ""));
    assertThat(bronze.filter("d_9_2_ IS NULL").count()).isBetween(80L, 120L);
    assertThat(bronze.filter("d_38_10_ IS NOT NULL").count()).isGreaterThan(200);
  }

  /** The messages, joined, of which Spark makes another value than the column has. */
  private static String differing(int i) {
    return "concat_ws('; ', collect_list(CASE WHEN NOT ("
        + COLUMNS.get(i)
        + " <=> from_json(raw_payload, 'amount "
        + TYPES.get(i)
        + "').amount) THEN raw_payload END))";
  }

  @Test
  void kernelAndDuckDbReadTheSame() throws Exception {
    // Given
    String[] columns = COLUMNS.toArray(String[]::new);
    List<String> bySpark =
        bronze.selectExpr(columns).collectAsList().stream()
            .map(row -> text(row::getDecimal))
            .sorted()
            .toList();

    // When
    List<String> byKernel =
        new KernelReader()
            .read(landing.bronze(), row -> text(i -> decimal(row, COLUMNS.get(i)))).stream()
                .sorted()
                .toList();
    String query = "SELECT " + String.join(", ", columns) + " FROM bronze";
    Program.Result sql = landing.run(List.of("sql", "-o", "json", query), overrides());

    // Then
    assertThat(byKernel).isEqualTo(bySpark);
    assertThat(sql.exitCode()).as(sql.output()).isZero();
    assertThat(sql.output().lines().map(DecimalsIT::text).sorted().toList()).isEqualTo(bySpark);
  }

  private static BigDecimal decimal(io.delta.kernel.data.Row row, String name) {
    int column = row.getSchema().indexOf(name);
    return row.isNullAt(column) ? null : row.getDecimal(column);
  }

  private static String text(String json) {
    try {
      JsonNode row = MAPPER.readTree(json);
      return text(
          i -> row.get(COLUMNS.get(i)).isNull() ? null : row.get(COLUMNS.get(i)).decimalValue());
    } catch (IOException e) {
      throw new UncheckedIOException(json, e);
    }
  }

  private static String text(IntFunction<BigDecimal> row) {
    return IntStream.range(0, COLUMNS.size())
        .mapToObj(row)
        .map(value -> value == null ? "null" : value.stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(","));
  }

  @Test
  void filesAreLeftOutAndNoRowIsMissed() {
    // Given
    String[] bounds = {"d_9_2_ < -100", "d_18_6_ > 299.5", "d_38_10_ = -100.011"};

    // When
    List<Integer> files =
        Stream.of(bounds).map(bound -> bronze.filter(bound).inputFiles().length).toList();

    // Then
    List<Long> found = Stream.of(bounds).map(bound -> bronze.filter(bound).count()).toList();
    spark.conf().set("spark.databricks.delta.stats.skipping", false);
    try {
      Dataset<Row> all = Tables.read(spark, landing.bronze());
      assertThat(Stream.of(bounds).map(bound -> all.filter(bound).count()).toList())
          .isEqualTo(found);
    } finally {
      spark.conf().unset("spark.databricks.delta.stats.skipping");
    }
    assertThat(bronze.inputFiles()).hasSize(12);
    assertThat(files).allMatch(count -> count > 0 && count < 9);
  }

  @Test
  void keysAndOrderAreThoseOfNumbers() throws Exception {
    // Given
    String[] columns = {"vehicleId", "d_9_2_", "d_38_10_"};
    Dataset<Row> expected =
        bronze
            .filter("vehicleId IS NOT NULL AND d_9_2_ IS NOT NULL")
            .groupBy("vehicleId", "d_9_2_")
            .agg(max("d_38_10_").as("d_38_10_"));

    // When
    Program.Result verified = landing.run(List.of("verify"), overrides());

    // Then
    Dataset<Row> silver = Tables.read(spark, landing.silver()).selectExpr(columns);
    assertThat(verified.exitCode()).as(verified.output()).isZero();
    assertThat(Tables.differences(silver, expected)).isEmpty();
    assertThat(DataFiles.of(spark, landing.silver()).filter("dead > 0").count()).isPositive();
  }
}
