package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.error.UserException;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.print.OutputFormat;
import io.alluvium.inspect.sql.SqlSession;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.maintain.Optimizers;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration gets further columns while the tables stay. */
class AddedColumnsIT {
  private static final int ROUND = 120;
  private static final int KEYS = 40;

  /** Keys that come in the first round only. */
  private static final int OLD_KEYS = 10;

  /** Bronze's and silver's column of a message's field. */
  private static final List<String> NOTE =
      List.of("bronze.columns.note=string", "silver.columns.note=copy");

  /** Made of what bronze has already; and before the other, unlike in the tables. */
  private static final List<String> CUT =
      List.of(
          "bronze.columns.seq=record-offset",
          "silver.columns.cut={extract: raw_payload, regex: '(.{5})'}");

  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  private final KeyedArrivals arrivals =
      new KeyedArrivals(3, KEYS, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofSeconds(1));
  private String name;
  private TestTopic topic;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @ParameterizedTest
  @CsvSource({"standalone, true, true", "kernel, false, false", "kernel, true, true"})
  void oldRowsHaveNullAndNewOnesTheirValues(String engine, boolean vectors, boolean feed)
      throws Exception {
    // Given
    name = "t-" + UUID.randomUUID();
    topic = TestTopic.create(broker, name, 2);
    List<String> settings =
        List.of(
            "bronze.engine=" + engine,
            "silver.deletion-vectors=" + vectors,
            "silver.change-data-feed=" + feed);
    send("");
    sendOnce();
    assertThat(pipeline(List.of(settings)).runOnce()).isTrue();

    // When
    send("\"note\":\"second\",");
    TestPipeline second = pipeline(List.of(settings, NOTE));
    assertThat(second.runOnce()).isTrue();

    // Then
    assertThat(notes(second.bronzeRows(), "note")).containsOnly("second").hasSize(ROUND);
    assertThat(second.bronzeRows()).hasSize(2 * ROUND + OLD_KEYS);
    assertThat(second.silverRows()).hasSize(KEYS + OLD_KEYS);
    assertThat(Verification.of(second.config()).run().findings()).isEmpty();
    assertThat(sql(second, "SELECT count(*) a, count(note) b FROM bronze"))
        .contains("\"a\":250", "\"b\":120");

    // And then: a second addition, whose place in the configuration is another than in the table
    send("\"note\":\"third\",");
    TestPipeline third = pipeline(List.of(settings, CUT, NOTE));
    assertThat(third.runOnce()).isTrue();
    assertThat(notes(third.bronzeRows(), "note"))
        .containsOnly("second", "third")
        .hasSize(2 * ROUND);
    assertThat(notes(third.bronzeRows(), "seq")).hasSize(ROUND);
    assertThat(notes(third.silverRows(), "note")).contains("third");
    assertThat(sql(third, "SELECT count(*) a, count(seq) b, count(note) c FROM bronze"))
        .contains("\"a\":370", "\"b\":120", "\"c\":240");

    // And then: old and new files become one
    List<String> before = sorted(third.bronzeRows());
    List<String> silver = sorted(third.silverRows());
    Optimizers optimizers = Optimizers.open(third.config(), Clock.systemUTC());
    assertThat(optimizers.bronze(BronzeMerges.Eagerness.ALL).run().commits()).isPositive();
    optimizers.silver().run();
    assertThat(sorted(third.bronzeRows())).isEqualTo(before);
    assertThat(sorted(third.silverRows())).isEqualTo(silver);

    // And then: the store is loaded from them
    send("\"note\":\"fourth\",");
    assertThat(third.runOnce()).isTrue();
    assertThat(third.bronzeRows()).hasSize(4 * ROUND + OLD_KEYS);
    assertThat(third.silverRows()).hasSize(KEYS + OLD_KEYS);
    assertThat(notes(third.silverRows(), "note")).contains("fourth");
    assertThat(notes(third.silverRows(), "cut")).hasSizeBetween(1, KEYS);
    assertThat(Verification.of(third.config()).run().findings()).isEmpty();
  }

  @Test
  void anInstanceWithTheOlderConfigurationStopsAndNothingIsLost() throws Exception {
    // Given
    name = "t-" + UUID.randomUUID();
    topic = TestTopic.create(broker, name, 1);
    List<String> settings = List.of("bronze.flush-interval=50ms", "silver.flush-interval=100ms");
    TestPipeline recent = pipeline(List.of(settings, NOTE));
    Throwable end;
    try (PipelineService old = pipeline(List.of(settings)).start()) {
      send("");
      awaitDurable(old, ROUND);
      recent.tables();
      send("\"note\":\"second\",");

      // When
      end = catchThrowable(old::awaitEnd);
    }

    // Then
    assertThat(end)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("table tfl.silver.arrivals_silver")
        .hasMessageContaining("was changed while it was in use")
        .hasMessageContaining("the table has column note (string), the configuration hasn't")
        .hasMessageContaining("start again with a configuration that fits the table");
    assertThat(recent.runOnce()).isTrue();
    assertThat(recent.bronzeRows()).hasSize(2 * ROUND);
    assertThat(recent.silverRows()).hasSize(KEYS);
    assertThat(notes(recent.silverRows(), "note")).contains("second");
    assertThat(Verification.of(recent.config()).run().findings()).isEmpty();
  }

  @Test
  void aRuleThatWasChangedIsToldOnceAndInstancesWithTheOldOneGoOn() throws Exception {
    // Given
    name = "t-" + UUID.randomUUID();
    topic = TestTopic.create(broker, name, 1);
    List<String> settings = List.of("bronze.flush-interval=50ms", "silver.flush-interval=100ms");
    List<String> rule = List.of("silver.columns.towards={copy: towards, then: [upper]}");
    TestPipeline recent = pipeline(List.of(settings, rule));
    List<String> told = new ArrayList<>();
    try (PipelineService old = pipeline(List.of(settings)).start()) {
      send("");
      awaitDurable(old, ROUND);

      // When
      recent.tables();
      try (PipelineService other = pipeline(List.of(settings)).start()) {
        told.addAll(other.notices());
      }
      send("");
      awaitDurable(old, 2 * ROUND);
    }

    // Then
    assertThat(told).singleElement().asString().contains("another way than before: towards;");
    try (PipelineService again = pipeline(List.of(settings)).start()) {
      assertThat(again.notices()).isEmpty();
    }
  }

  private static void awaitDurable(PipelineService service, long offset) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.leases().all().stream().anyMatch(l -> l.durable() == offset));
  }

  private TestPipeline pipeline(List<List<String>> settings) {
    Stream<String> all = settings.stream().flatMap(List::stream);
    return TestPipeline.tfl(
        broker.bootstrapServers(),
        name,
        directory,
        Stream.concat(Stream.of("name=" + name), all).toArray(String[]::new));
  }

  private void send(String more) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < ROUND; i++) {
      String message = new String(arrivals.next().value(), StandardCharsets.UTF_8);
      values.add(message.replaceFirst("\\{", "{" + more).getBytes(StandardCharsets.UTF_8));
    }
    topic.send(values);
  }

  private void sendOnce() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < OLD_KEYS; i++) {
      String message = new String(arrivals.next().value(), StandardCharsets.UTF_8);
      String once = message.replace("\"vehicleId\":\"", "\"vehicleId\":\"once-" + i + "-");
      values.add(once.getBytes(StandardCharsets.UTF_8));
    }
    topic.send(values);
  }

  private static List<Object> notes(List<Row> rows, String column) {
    return rows.stream()
        .map(row -> row.get(row.schema().require(column)))
        .filter(value -> value != null)
        .toList();
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::toString).sorted().toList();
  }

  private static String sql(TestPipeline pipeline, String query) throws IOException {
    StringWriter text = new StringWriter();
    try (SqlSession session = SqlSession.open(PipelineLogs.of(pipeline.config()))) {
      session.query(query, OutputFormat.JSON.printer(new PrintWriter(text, true)));
    }
    return text.toString();
  }
}
