package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Row;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order lines, by configuration alone. */
class OrderItemsIT {
  private static final String LINE =
      """
      {"order_id":"%d","item_seq":"1","quantity":"%s","unit_price":"%s","discount_pct":"%s","channel":"%s","coupon_code":"%s"}\
      """;

  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void everyRecordedLineIsOneCleanRow(int partitions) throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "orders-" + partitions, partitions);
    topic.sendKeyedBy("order_id", Recording.of("orders/order_items"));
    TestPipeline pipeline = pipeline(topic);

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(88_723);
    List<Row> silver = pipeline.silverRows();
    assertThat(silver).hasSize(88_723);
    assertThat(values(silver, "channel")).containsOnly("Website", "Mobile");
    assertThat(values(silver, "quantity"))
        .doesNotContainNull()
        .hasOnlyElementsOfType(Integer.class);
    assertThat(values(silver, "unit_price"))
        .doesNotContainNull()
        .hasOnlyElementsOfType(Double.class);
    assertThat(values(silver, "coupon_code"))
        .allSatisfy(code -> assertThat((String) code).isLowerCase().doesNotContain(" "));
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void aCorrectionReplacesItsLineAndARepeatDoesNot() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "corrections", 1);
    TestPipeline pipeline = pipeline(topic);
    topic.sendKeyedBy(
        "order_id",
        List.of(line(1, "Two", "$5", "10%", "web", " A "), line(2, "1", "6", "0%", "app", "")));
    pipeline.runOnce();
    Row untouched = byOrder(pipeline).get("2");

    // When
    topic.sendKeyedBy(
        "order_id",
        List.of(line(1, "3", "$5", "10%", "web", "A"), line(2, "1", "6", "0%", "app", " ")));
    pipeline.runOnce();

    // Then
    assertThat(byOrder(pipeline).get("1").toString())
        .contains("quantity=3", "unit_price=5.0", "discount_pct=10.0", "coupon_code=a");
    assertThat(byOrder(pipeline).get("2")).as("its processed_time too").isEqualTo(untouched);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  /** The notebook's dropDuplicates over an endless stream: what came first stays for ever. */
  @Test
  void withNeverTheFirstLineStaysAsInTheNotebook() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "first-stays", 1);
    List<byte[]> lines = new ArrayList<>();
    for (String quantity : List.of("1", "2", "3")) {
      lines.add(line(1, quantity, "$5", "10%", "web", "A"));
    }
    topic.sendKeyedBy("order_id", lines);
    TestPipeline pipeline =
        TestPipeline.of(
            "order-items",
            broker.bootstrapServers(),
            topic.name(),
            directory,
            "silver.on-match=never");

    // When
    pipeline.runOnce();

    // Then
    assertThat(byOrder(pipeline).get("1").toString()).contains("quantity=1");
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  private TestPipeline pipeline(TestTopic topic) {
    return TestPipeline.of("order-items", broker.bootstrapServers(), topic.name(), directory);
  }

  private static byte[] line(Object... values) {
    return LINE.formatted(values).getBytes(StandardCharsets.UTF_8);
  }

  private static List<Object> values(List<Row> rows, String column) {
    return rows.stream().map(row -> row.get(row.schema().require(column))).toList();
  }

  private static Map<String, Row> byOrder(TestPipeline pipeline) throws Exception {
    return pipeline.silverRows().stream()
        .collect(
            Collectors.toMap(
                row -> row.getString(row.schema().require("order_id")), Function.identity()));
  }
}
