package io.alluvium.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.Status;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics and health of a pipeline that really runs, held against its tables. */
class MetricsIT {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final long RECORD_TIME = 1_790_000_000_000L;
  private static final int GOOD = 300;
  private static final int KEYS = 40;

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

  private TestPipeline pipeline(TestTopic topic, String... more) {
    return TestPipeline.tfl(
        broker.bootstrapServers(),
        topic.name(),
        directory,
        Stream.concat(
                Stream.of(
                    "name=" + topic.name(),
                    "bronze.flush-interval=50ms",
                    "silver.flush-interval=100ms",
                    "bronze.compaction=on"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static ManagementServer watch(String name, PipelineService service) {
    PipelineHealth health = new PipelineHealth(name);
    health.opened(service);
    return ManagementServer.start(List.of(health), ANY_PORT, Duration.ZERO);
  }

  /** Newer ones later, of a key in turn; {@code number} may be older than what came before. */
  private static byte[] arrival(int number) {
    return utf8(
        """
        {"vehicleId":"v%d","naptanId":"n","lineId":"l","direction":"in",\
        "timestamp":"2026-03-01T12:%02d:%02dZ"}"""
            .formatted(number % KEYS, number / 60, number % 60));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void numbersAreThoseOfTheTablesAndOfStatus() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "numbers", 1);
    TestPipeline pipeline = pipeline(topic);
    for (int i = 0; i < GOOD; i++) {
      topic.send(utf8("k"), arrival(i), RECORD_TIME + i);
    }
    topic.send(utf8("k"), arrival(0), RECORD_TIME);
    topic.send(null, utf8("{\"vehicleId\":\"v\"}"), RECORD_TIME);
    topic.send(null, utf8("no json"), RECORD_TIME);
    topic.send(null, new byte[] {'{', '"', (byte) 0xC3, '"', ':', '1', '}'}, RECORD_TIME);
    int all = GOOD + 4;
    try (PipelineService service = pipeline.start();
        ManagementServer server = watch(topic.name(), service)) {
      awaitDurable(service, all);
      await().until(() -> isAt(server, Status.read(pipeline.config())));
      Set<Path> before = files();

      // When
      Status status = Status.read(pipeline.config());
      Exposition metrics = Exposition.of(server);

      // Then
      assertThat(files()).as("looking changes nothing").isEqualTo(before);
      assertThat(metrics.sum(AlluviumMetric.UP)).isOne();
      assertThat(metrics.sum(AlluviumMetric.READY)).isOne();
      assertThat(metrics.sum(AlluviumMetric.RECORDS)).isEqualTo(all);
      assertThat(metrics.sum(AlluviumMetric.FAULTS, "reason=\"not-json\"")).isEqualTo(1);
      assertThat(metrics.sum(AlluviumMetric.FAULTS, "reason=\"invalid-utf8\"")).isEqualTo(1);
      assertThat(metrics.sum(AlluviumMetric.LEFT_OUT, "reason=\"late\"")).isEqualTo(1);
      assertThat(metrics.sum(AlluviumMetric.LEFT_OUT, "reason=\"incomplete\"")).isEqualTo(3);
      for (Status.TableStatus table : status.tables()) {
        String label = "table=\"" + table.shortName() + "\"";
        assertThat(metrics.sum(AlluviumMetric.TABLE_FILES, label))
            .as(label)
            .isEqualTo(table.files().doubleValue());
        assertThat(metrics.sum(AlluviumMetric.TABLE_BYTES, label))
            .as(label)
            .isEqualTo(table.bytes().doubleValue());
        assertThat(metrics.sum(AlluviumMetric.TABLE_ROWS, label))
            .as(label)
            .isEqualTo(table.rows().doubleValue());
      }
      assertThat(metrics.sum(AlluviumMetric.ROWS, "table=\"bronze\"")).isEqualTo(all);
      assertThat(metrics.sum(AlluviumMetric.ROWS, "table=\"quarantine\"")).isEqualTo(1);
      assertThat(metrics.sum(AlluviumMetric.VERSION, "table=\"silver\""))
          .isEqualTo(status.tables().get(1).version().doubleValue());
      assertThat(metrics.sum("alluvium_commit_seconds_count", "table=\"silver\""))
          .isEqualTo((double) commits("silver/_delta_log", "MERGE"));
      assertThat(metrics.sum("alluvium_commit_seconds_bucket", "table=\"silver\"", "le=\"+Inf\""))
          .isEqualTo(metrics.sum("alluvium_commit_seconds_count", "table=\"silver\""));
      assertThat(metrics.sum("alluvium_commit_seconds_sum", "table=\"bronze\"")).isPositive();
      assertThat(metrics.sum(AlluviumMetric.DURABLE)).isEqualTo(all);
      assertThat(metrics.sum(AlluviumMetric.LAG)).isZero();
      assertThat(metrics.sum(AlluviumMetric.LOADED)).isOne();
      assertThat(metrics.sum(AlluviumMetric.STORE_KEYS)).isEqualTo(KEYS);
      assertThat(metrics.sum(AlluviumMetric.STORE_BYTES)).isGreaterThan(KEYS * 40.0);
      double age = seconds() - (RECORD_TIME + GOOD - 1) / 1e3;
      assertThat(metrics.sum(AlluviumMetric.FRESHNESS, "table=\"silver\""))
          .isCloseTo(age, within(60.0));
      assertThat(metrics.sum(AlluviumMetric.VALID_THROUGH, "table=\"silver\""))
          .as("an idle partition is complete up to now")
          .isCloseTo(seconds(), within(60.0));
      assertThat(metrics.sum(AlluviumMetric.KAFKA_RECORDS)).isEqualTo(all);
      assertThat(metrics.sum(AlluviumMetric.KAFKA_CONNECTIONS)).isPositive();
      assertThat(metrics.names()).containsAll(namesInDashboardAndAlerts());
      assertThat(metrics.names()).containsAll(alwaysThere());
      assertThat(metrics.values().keySet().stream().filter(s -> s.contains("kafka")))
          .as("one series a metric, topic and thread")
          .hasSize((int) Stream.of(AlluviumMetric.values()).filter(MetricsIT::isKafkas).count());
    }
  }

  /** Those that aren't ours; for ours there is a list. */
  private static Set<String> namesInDashboardAndAlerts() {
    return Stream.of("docker/grafana/dashboards/alluvium.json", "docker/prometheus/alerts.yaml")
        .map(file -> read(Path.of(file)))
        .flatMap(text -> Pattern.compile("\\bjvm_[a-z_]+").matcher(text).results())
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static Set<String> alwaysThere() {
    Set<AlluviumMetric> now =
        EnumSet.complementOf(
            EnumSet.of(
                AlluviumMetric.COMMITS, AlluviumMetric.CONFLICTS, AlluviumMetric.REKEYED_LAG));
    return now.stream().map(AlluviumMetric::exposed).collect(Collectors.toSet());
  }

  private static double seconds() {
    return Instant.now().getEpochSecond();
  }

  private static boolean isKafkas(AlluviumMetric metric) {
    return metric.exposed().contains("kafka");
  }

  private static boolean isAt(ManagementServer server, Status status) {
    Exposition metrics = Exposition.of(server);
    return status.tables().stream()
        .allMatch(
            table ->
                table.files().doubleValue()
                    == orZero(
                        metrics.sum(
                            AlluviumMetric.TABLE_FILES, "table=\"" + table.shortName() + "\"")));
  }

  private static double orZero(Double value) {
    return value == null ? -1 : value;
  }

  private static void awaitDurable(PipelineService service, long records) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.leases().all().stream().mapToLong(l -> l.durable()).sum() >= records);
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Commits of an operation, as the log has them. */
  private long commits(String log, String operation) throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve(log))) {
      return all.filter(file -> file.toString().endsWith(".json"))
          .filter(file -> read(file).contains("\"operation\":\"" + operation + "\""))
          .count();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void storageThatFailsIsToldAndGoesAwayAgain() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "failing", 1);
    TestPipeline pipeline = pipeline(topic);
    topic.send(List.of(arrival(0)));
    try (PipelineService service = pipeline.start();
        ManagementServer server = watch(topic.name(), service)) {
      awaitDurable(service, 1);
      double through = throughSilver(server);
      Path bronze = directory.resolve("bronze");
      Path hidden = directory.resolve("hidden");

      // When
      Files.move(bronze, hidden);
      Files.createFile(bronze);
      topic.send(List.of(arrival(1)));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> Exposition.get(server, "/readyz").statusCode() == 503);
      HttpResponse<String> ready = Exposition.get(server, "/readyz");
      HttpResponse<String> live = Exposition.get(server, "/livez");
      Exposition metrics = Exposition.of(server);
      double stuck = throughSilver(server);
      Files.delete(bronze);
      Files.move(hidden, bronze);

      // Then
      awaitDurable(service, 2);
      await().until(() -> Exposition.get(server, "/readyz").statusCode() == 200);
      assertThat(ready.body()).contains("failing: not ready: storage of bronze has failed for ");
      assertThat(live.statusCode()).as("a restart would mend nothing").isEqualTo(200);
      assertThat(metrics.sum(AlluviumMetric.RETRIES, "table=\"bronze\"")).isPositive();
      assertThat(metrics.sum(AlluviumMetric.READY)).isZero();
      assertThat(metrics.sum(AlluviumMetric.UP)).isOne();
      assertThat(stuck).isGreaterThanOrEqualTo(through);
      assertThat(stuck).isLessThan(seconds() - 5);
      await().until(() -> throughSilver(server) > stuck);
    }
  }

  private static double throughSilver(ManagementServer server) {
    await().until(() -> Exposition.of(server).sum(AlluviumMetric.VALID_THROUGH, "silver") != null);
    return Exposition.of(server).sum(AlluviumMetric.VALID_THROUGH, "silver");
  }

  @Test
  void threadsThatDiedAreToldByName() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "dying", 1);
    topic.send(List.of(arrival(0)));
    try (PipelineService service = pipeline(topic).start();
        ManagementServer server = watch(topic.name(), service)) {
      awaitDurable(service, 1);
      assertThat(Exposition.get(server, "/livez").statusCode()).isEqualTo(200);

      // When
      List<String> killed =
          List.of("dying-bronze-writer", "dying-silver-writer", "dying-bronze-compaction");
      Thread.getAllStackTraces().keySet().stream()
          .filter(thread -> killed.contains(thread.getName()))
          .forEach(Thread::interrupt);
      await().until(() -> service.vitals().deadThreads().size() == killed.size());
      HttpResponse<String> live = Exposition.get(server, "/livez");
      HttpResponse<String> ready = Exposition.get(server, "/readyz");
      Exposition metrics = Exposition.of(server);

      // Then
      assertThat(live.statusCode()).isEqualTo(503);
      assertThat(live.body()).startsWith("dying: dead threads: ").contains(killed);
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(metrics.sum(AlluviumMetric.UP)).isZero();
    }
  }

  @Test
  void aStreamThreadThatDiesIsReplacedAndNoReasonToRestart() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "replaced", 1);
    topic.send(List.of(arrival(0)));
    try (PipelineService service = pipeline(topic).start();
        ManagementServer server = watch(topic.name(), service)) {
      awaitDurable(service, 1);

      // When
      Thread.getAllStackTraces().keySet().stream()
          .filter(thread -> thread.getName().matches("replaced-.*-StreamThread-1"))
          .forEach(Thread::interrupt);
      await().atMost(Duration.ofSeconds(60)).until(() -> service.counters().restarts() > 0);
      topic.send(List.of(arrival(1)));
      awaitDurable(service, 2);

      // Then
      await().until(() -> Exposition.get(server, "/readyz").statusCode() == 200);
      assertThat(Exposition.get(server, "/livez").statusCode()).isEqualTo(200);
      assertThat(Exposition.of(server).sum(AlluviumMetric.RESTARTS)).isPositive();
    }
  }
}
