package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.derive.Rules;
import io.alluvium.derive.Step;
import io.alluvium.row.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the ways of writing a value mean. */
class GoodPipelineTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOST", "h", "EMPTY", "", "DB_PASSWORD", "hunter2");
  private static final PipelineParser PARSER = new PipelineParser(ENVIRONMENT::get, Path.of("/w"));

  static Stream<Arguments> values() {
    Map<String, String> mapped = new HashMap<>(Map.of("a", "b"));
    mapped.put("c", null);
    return Stream.of(
        value("source.start=latest", c -> c.source().start(), SourceConfig.Edge.LATEST),
        value("source.on-gap=continue", c -> c.source().onGap(), SourceConfig.OnGap.CONTINUE),
        value("bronze.flush-interval=250ms", GoodPipelineTest::bronzeFlush, Duration.ofMillis(250)),
        value("bronze.flush-interval=3 m", GoodPipelineTest::bronzeFlush, Duration.ofMinutes(3)),
        value("bronze.compaction=off", c -> c.bronze().compaction(), BronzeConfig.Compaction.OFF),
        value("bronze.target-file-size=64KB", c -> c.bronze().targetFileBytes(), 64L << 10),
        value("silver.flush-interval=1h", c -> c.silver().flushInterval(), Duration.ofHours(1)),
        value("bronze.path=/x/../y/", c -> c.bronze().table().path(), "/y"),
        value("bronze.path=file:///x/y", c -> c.bronze().table().path(), "/x/y"),
        value("bronze.path=file:///b/x/", c -> c.bronze().table().path(), "/b/x"),
        value("bronze.path=x", c -> c.bronze().quarantinePath(), "/w/x_quarantine"),
        value("bronze.quarantine-path=q", c -> c.bronze().quarantinePath(), "/w/q"),
        value("bronze.table=a.b.c", c -> c.bronze().table().name(), "a.b.c"),
        value("silver.key=k, n", c -> c.silver().key(), List.of("k", "n")),
        value("silver.key=[n]", c -> c.silver().key(), List.of("n")),
        value("limits.buffer=2GB", c -> c.limits().bufferBytes(), 2L << 30),
        value("limits.buffer=1048577B", c -> c.limits().bufferBytes(), (1L << 20) + 1),
        value("limits.storage-deadline=10s", GoodPipelineTest::deadline, Duration.ofSeconds(10)),
        value("management.port=0", c -> c.management().port(), OptionalInt.of(0)),
        value("management.address=0.0.0.0", c -> c.management().address(), "0.0.0.0"),
        value("management.address=::1", c -> c.management().address(), "::1"),
        value("management.port=off", c -> c.management().port(), OptionalInt.empty()),
        value("kafka.bootstrap.servers=a:1,b:2", kafka("bootstrap.servers"), "a:1,b:2"),
        value("kafka.client.id=${ENV:HOST}-${name}", kafka("client.id"), "h-p"),
        value("kafka.client.id=${ENV:NONE:-x:-y}", kafka("client.id"), "x:-y"),
        value("kafka.client.id=${ENV:EMPTY:-x}", kafka("client.id"), "x"),
        value("kafka.client.id=$${ENV:HOST}", kafka("client.id"), "${ENV:HOST}"),
        value("kafka.ssl.key.password=${file:/f:k}", kafka("ssl.key.password"), "${file:/f:k}"),
        value("kafka.my.plugin.setting=1", kafka("my.plugin.setting"), "1"),
        value(
            "bronze.columns.x={field: y z, type: bigint}",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.JsonField("x", Type.LONG, "y z")),
        value(
            "bronze.columns.x=decimal(10,2)",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.JsonField("x", Type.decimal(10, 2), "x")),
        value(
            "bronze.columns.x={field: y, type: decimal(38, 0)}",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.JsonField("x", Type.decimal(38, 0), "y")),
        value(
            "silver.columns.x={extract: k, regex: (x), type: 'decimal(1,1)'}",
            c -> c.silver().columns().get(4),
            Rules.extract("x", Type.decimal(1, 1), "k", "(x)", 1)),
        value(
            "bronze.columns.x={payload: true}",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.Payload("x")),
        value(
            "bronze.columns.x=record-offset",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.FromRecord("x", Part.OFFSET)),
        value(
            "bronze.columns.x={record-key: true}",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.FromRecord("x", Part.KEY)),
        value(
            "bronze.columns.x={date-of: at}",
            c -> c.bronze().columns().get(5),
            new BronzeColumn.DateOf("x", "at")),
        value(
            "silver.columns.x={extract: k, regex: (a|b)c}",
            c -> c.silver().columns().get(4),
            Rules.extract("x", Type.STRING, "k", "(a|b)c", 1)),
        value(
            "silver.columns.x={date-of: at}",
            c -> c.silver().columns().get(4),
            Rules.dateOf("x", "at")),
        value(
            "silver.columns.raw=double",
            c -> c.silver().columns().get(4),
            Rules.copy("raw", Type.DOUBLE, "raw", new Step.Cast(Type.DOUBLE))),
        value(
            "silver.columns.x={copy: k, then: [trim, lower, {map: {a: b, c: null}}, {default: d}],"
                + " type: date}",
            c -> c.silver().columns().get(4),
            Rules.copy(
                "x",
                Type.DATE,
                "k",
                new Step.Trim(),
                new Step.Lower(),
                new Step.MapValues(mapped),
                new Step.Default("d"),
                new Step.Cast(Type.DATE))),
        value("silver.columns.x={copy: k, drop: true}", c -> c.silver().table().schema().size(), 4),
        value(
            "silver.on-match=newer",
            c -> c.silver().matching(),
            new Matching(OnMatch.NEWER, List.of("ts"), List.of())),
        value(
            "silver.on-match=changed",
            c -> c.silver().matching(),
            new Matching(OnMatch.CHANGED, List.of("ts"), List.of("n", "ts"))));
  }

  private static Arguments value(
      String override, Function<PipelineConfig, Object> actual, Object expected) {
    return arguments(override, actual, expected);
  }

  private static Object bronzeFlush(PipelineConfig config) {
    return config.bronze().flushInterval();
  }

  private static Object deadline(PipelineConfig config) {
    return config.limits().storageDeadline();
  }

  private static Function<PipelineConfig, Object> kafka(String key) {
    return config -> config.kafka().get(key);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void means(String override, Function<PipelineConfig, Object> actual, Object expected) {
    // Given
    List<String> overrides = List.of(override);

    // When
    PipelineConfig config = PARSER.parse("p.yaml", BadCase.GOOD, overrides).config();

    // Then
    assertThat(actual.apply(config)).isEqualTo(expected);
  }

  @Test
  void sparkJobsToTakeOverFrom() {
    // Given
    List<String> overrides =
        List.of(
            "source.start=spark-checkpoint:c/b",
            "source.silver-start=spark-checkpoint:file:///c/s/");

    // When
    ParsedPipeline parsed = PARSER.parse("p.yaml", BadCase.GOOD, overrides);

    // Then
    assertThat(parsed.config().source().start())
        .isEqualTo(new SourceConfig.SparkCheckpoint("/w/c/b", Optional.of("/c/s")));
    assertThat(PARSER.parse("again", parsed.effectiveYaml(), List.of()).config())
        .isEqualTo(parsed.config());
  }

  @Test
  void aSparkJobForBronzeOnly() {
    // Given
    List<String> overrides =
        List.of("source.start=spark-checkpoint:/b", "source.silver-start=earliest");

    // When
    ParsedPipeline parsed = PARSER.parse("p.yaml", BadCase.GOOD, overrides);

    // Then
    assertThat(parsed.config().source().start())
        .isEqualTo(new SourceConfig.SparkCheckpoint("/b", Optional.empty()));
    assertThat(PARSER.parse("again", parsed.effectiveYaml(), List.of()).config())
        .isEqualTo(parsed.config());
  }

  @Test
  void ofSeveralOverridesTheLastHolds() {
    // Given
    List<String> overrides = List.of("source.topic=a", "source.topic=b");

    // When
    PipelineConfig config = PARSER.parse("p.yaml", BadCase.GOOD, overrides).config();

    // Then
    assertThat(config.source().topic()).isEqualTo("b");
  }

  @Test
  void kafkaKeysMayNest() {
    // Given
    String nested =
        BadCase.GOOD.replace(
            "  bootstrap.servers: host:9092\n",
            "  bootstrap: {servers: [a:1, b:2]}\n  consumer:\n    max.poll:\n      records: 7\n");

    // When
    PipelineConfig config = PARSER.parse("p.yaml", nested, List.of()).config();

    // Then
    assertThat(config.kafka())
        .containsExactly(
            Map.entry("bootstrap.servers", "a:1,b:2"), Map.entry("consumer.max.poll.records", "7"));
  }

  @Test
  void aConfigurationInALogShowsNoSecret() {
    // Given
    List<String> overrides = List.of("kafka.ssl.key.password=hunter2");

    // When
    String logged = PARSER.parse("p.yaml", BadCase.GOOD, overrides).config().toString();

    // Then
    assertThat(logged).contains("ssl.key.password").doesNotContain("hunter2");
  }
}
