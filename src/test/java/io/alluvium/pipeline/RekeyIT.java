package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.error.UserException;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.reset.Reset;
import io.alluvium.inspect.reset.ResetTarget;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topic whose partitions have nothing to do with silver's key. */
class RekeyIT {
  private static final int SOURCES = 3;
  private static final int REKEYED = 2;
  private static final int KEYS = 200;
  private static final String DELETES = "silver.delete-when=operationType = 2";

  private static EmbeddedBroker broker;
  private static Admin admin;

  @TempDir private Path directory;
  private String name;
  private KeyedArrivals arrivals;
  private SplittableRandom random;
  private final List<byte[]> sent = new ArrayList<>();

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  static void stopBroker() {
    admin.close();
    broker.close();
  }

  @BeforeEach
  void nameThings() {
    name = "r-" + UUID.randomUUID();
    random = new SplittableRandom(11);
    arrivals =
        new KeyedArrivals(7, KEYS, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
  }

  @Test
  void recordsOfOneKeyOnSeveralPartitionsEndAsOneRow() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed(DELETES);
    send(topic, 2_000);

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertComplete(pipeline);
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic(DELETES));
  }

  @Test
  void aRunThatIsCutShortIsTakenUpAgain() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed("bronze.flush-interval=100ms", "silver.flush-interval=300ms");

    // When: it is stopped at any time, and goes on
    for (int i = 0; i < 4; i++) {
      try (PipelineService service = pipeline.start()) {
        send(topic, 1_000);
        Thread.sleep(random.nextInt(1_200));
        assertThat(service.hasEnded()).isFalse();
      }
    }
    pipeline.runOnce();

    // Then
    assertComplete(pipeline);
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic());
  }

  @Test
  void partitionsOfBothTopicsMoveBetweenInstances() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed("bronze.flush-interval=200ms", "silver.flush-interval=400ms");

    // When: a second instance joins, and the first goes
    try (PipelineService first = pipeline.start()) {
      send(topic, 2_000);
      try (PipelineService second = pipeline.start()) {
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> second.leases().all().size() > 0 && second.rekeyedLeases().all().size() > 0);
        send(topic, 2_000);
        first.close();
        send(topic, 2_000);
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> second.leases().all().size() == SOURCES);
      }
    }
    pipeline.runOnce();

    // Then
    assertComplete(pipeline);
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic());
  }

  @Test
  void rowsThatAreSentAgainChangeNothing() throws Exception {
    // Given: the later row counts, so that an older one that comes again would be seen
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed("silver.on-match=always");
    send(topic, 1_000);
    pipeline.runOnce();
    final Map<String, Map<String, Object>> before = silver(pipeline);

    // When
    sendFirstHalfAgain();
    pipeline.runOnce();

    // Then
    assertThat(silver(pipeline)).isEqualTo(before);
    assertComplete(pipeline);
  }

  @Test
  void whatTheRekeyedTopicLostIsSentAgain() throws Exception {
    // Given: rows that are sent and durable in bronze, and never read
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed();
    send(topic, 500);
    pipeline.runOnce();
    send(topic, 500);
    landOnly(pipeline);
    for (int partition = 0; partition < REKEYED; partition++) {
      admin
          .deleteRecords(
              Map.of(
                  new TopicPartition(name + "-rekeyed", partition),
                  RecordsToDelete.beforeOffset(-1)))
          .all()
          .get();
    }

    // When
    pipeline.runOnce();

    // Then
    assertComplete(pipeline);
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic());
  }

  @Test
  void aRecreatedRekeyedTopicIsFilledAgainWhileTheServiceRuns() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed("bronze.flush-interval=100ms", "silver.flush-interval=300ms");
    send(topic, 1_000);
    pipeline.runOnce();
    admin.deleteTopics(Set.of(name + "-rekeyed")).all().get();
    Awaitility.await().until(() -> !admin.listTopics().names().get().contains(name + "-rekeyed"));
    broker.createTopic(name + "-rekeyed", REKEYED);

    // When
    send(topic, 1_000);
    pipeline.runOnce();

    // Then
    assertComplete(pipeline);
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic());
  }

  @Test
  void aResetTakesBothTablesBackAndAllIsTakenOnceMore() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = rekeyed();
    send(topic, 500);
    pipeline.runOnce();
    send(topic, 200);
    landOnly(pipeline);
    Reset reset = new Reset(pipeline.config());
    reset.apply(
        reset.plan(
            new ResetTarget.Earliest(),
            Optional.of(TopicFacts.ask(pipeline.config())),
            OptionalInt.empty(),
            OptionalLong.empty()),
        Clock.systemUTC());

    // When
    pipeline.runOnce();

    // Then
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isGreaterThan(sent.size());
    assertThat(silver(pipeline)).isEqualTo(silverOfAKeyedTopic());
  }

  @Test
  void withoutRekeySpreadKeysAreCountedAndVerifyPointsThere() throws Exception {
    // Given
    TestTopic topic = topics();
    TestPipeline pipeline = plain("silver.flush-interval=200ms");
    send(topic, 500);

    // When
    long counted;
    try (PipelineService service = pipeline.start()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> service.counters().rowsOfSpreadKeys() > 0);
      counted = service.counters().rowsOfSpreadKeys();
    }

    // Then
    assertThat(counted).isPositive();
    assertThat(Verification.of(pipeline.config()).run().findings())
        .anySatisfy(
            finding -> assertThat(finding.toString()).contains("DUPLICATE_KEY", "rekey.topic"));
  }

  @Test
  void aMissingTopicIsNamedWithHowManyPartitionsItShouldHave() {
    // Given
    TestTopic.create(broker, name, SOURCES);
    TestPipeline pipeline = rekeyed();

    // When
    var start = assertThatThrownBy(pipeline::runOnce);

    // Then
    start
        .isInstanceOf(UserException.class)
        .hasMessageContaining(name + "-rekeyed")
        .hasMessageContaining("as many partitions as")
        .hasMessageContaining("3");
  }

  @Test
  void tablesThatWereFilledWithoutRekeyAreRefused() throws Exception {
    // Given
    TestTopic topic = topics();
    send(topic, 100);
    plain().runOnce();

    // When
    var start = assertThatThrownBy(() -> rekeyed().runOnce());

    // Then
    start.isInstanceOf(UserException.class).hasMessageContaining("without rekey.topic");
  }

  @Test
  void tablesThatWereFilledWithRekeyAreRefusedWithoutIt() throws Exception {
    // Given
    TestTopic topic = topics();
    send(topic, 100);
    rekeyed().runOnce();

    // When
    var start = assertThatThrownBy(() -> plain().runOnce());

    // Then
    start.isInstanceOf(UserException.class).hasMessageContaining("rekey.topic as it was");
  }

  /** As a sender does that knows nothing of what it sent before. */
  private void sendFirstHalfAgain() {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all");
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int partition = 0; partition < REKEYED; partition++) {
        TopicPartition one = new TopicPartition(name + "-rekeyed", partition);
        consumer.assign(List.of(one));
        consumer.seekToBeginning(List.of(one));
        long half = consumer.endOffsets(List.of(one)).get(one) / 2;
        assertThat(half).isPositive();
        while (consumer.position(one) < half) {
          consumer
              .poll(Duration.ofMillis(200))
              .forEach(
                  r -> {
                    if (r.offset() < half) {
                      var unused =
                          producer.send(
                              new ProducerRecord<>(r.topic(), r.partition(), r.key(), r.value()));
                    }
                  });
        }
      }
    }
  }

  /** Runs what reads the source, and nothing that reads the re-keyed topic. */
  private static void landOnly(TestPipeline pipeline) throws Exception {
    Map<Integer, Long> ends = TopicFacts.ask(pipeline.config()).ends();
    Pipeline parts =
        new Pipeline(
            pipeline.config(),
            pipeline.tables(),
            new RunControl(ends),
            Clock.systemUTC(),
            Probe.NONE,
            FlushJournal.NONE,
            new BackgroundWork(ForkJoinPool.commonPool(), ForkJoinPool.commonPool()),
            OptionalInt.of(REKEYED));
    try (Writers writers = parts.writers()) {
      writers.start();
      StreamsStage landing =
          new StreamsStage(
              pipeline.config(),
              parts.stages().get(0),
              Optional.of(ends),
              parts.counters(),
              new StreamsStage.Listener() {
                @Override
                public void failed(UserException failure) {
                  throw failure;
                }

                @Override
                public void ended() {}
              });
      landing.start();
      landing.awaitTaken(RekeyIT::notWithin);
      assertThat(landing.stop(RekeyIT::notWithin)).isTrue();
    }
  }

  private static boolean notWithin(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
    return false;
  }

  private TestTopic topics() {
    broker.createTopic(name + "-rekeyed", REKEYED);
    return TestTopic.create(broker, name, SOURCES);
  }

  private TestPipeline rekeyed(String... overrides) {
    List<String> all = new ArrayList<>(List.of(overrides));
    all.add("rekey.topic=" + name + "-rekeyed");
    return plain(all.toArray(String[]::new));
  }

  private TestPipeline plain(String... overrides) {
    List<String> all = new ArrayList<>(List.of("name=" + name));
    all.addAll(List.of(overrides));
    String yaml = TestPipeline.read("tfl");
    if (all.contains("silver.on-match=always")) {
      yaml = yaml.replaceAll("\\n  sequence-by:.*", "");
    }
    return TestPipeline.ofText(
        yaml, broker.bootstrapServers(), name, directory, all.toArray(String[]::new));
  }

  /** Sends arrivals to any partition; some of them delete their key. */
  private void send(TestTopic topic, int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String value = new String(arrivals.next().value(), StandardCharsets.UTF_8);
      values.add(
          (random.nextInt(10) == 0
                  ? value.replace("\"operationType\":1", "\"operationType\":2")
                  : value)
              .getBytes(StandardCharsets.UTF_8));
    }
    topic.send(values, value -> ("k" + random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8));
    sent.addAll(values);
  }

  /** What the same records give in a topic that is partitioned by the key. */
  private Map<String, Map<String, Object>> silverOfAKeyedTopic(String... overrides)
      throws Exception {
    TestTopic keyed = TestTopic.create(broker, name + "-keyed", SOURCES);
    keyed.send(sent);
    List<String> all = new ArrayList<>(List.of("name=" + name + "-keyed"));
    all.addAll(List.of(overrides));
    TestPipeline pipeline =
        TestPipeline.tfl(
            broker.bootstrapServers(),
            keyed.name(),
            directory.resolve("keyed"),
            all.toArray(String[]::new));
    pipeline.runOnce();
    return silver(pipeline);
  }

  private static Map<String, Map<String, Object>> silver(TestPipeline pipeline) throws Exception {
    Map<String, Map<String, Object>> byKey = new TreeMap<>();
    for (Row row : pipeline.silverRows()) {
      Map<String, Object> values = new TreeMap<>();
      row.schema().columns().stream()
          .filter(column -> !column.name().endsWith("ingest_ts"))
          .filter(column -> !column.name().equals("ingest_source"))
          .forEach(c -> values.put(c.name(), row.get(row.schema().require(c.name()))));
      String key = row.describe(pipeline.config().silver().key());
      assertThat(byKey.put(key, values)).as("two rows of %s", key).isNull();
    }
    return byKey;
  }

  private void assertComplete(TestPipeline pipeline) throws Exception {
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(sent.size());
  }
}
