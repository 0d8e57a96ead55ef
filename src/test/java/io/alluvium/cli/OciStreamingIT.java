package io.alluvium.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.alluvium.error.UserException;
import io.alluvium.feed.FeedPublisher;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.feed.Message;
import io.alluvium.feed.RestrictedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pipeline files for OCI on a broker that is as narrow as OCI Streaming and its managed
 * clusters: READ on the topic and READ on the group is all that the service may do.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OciStreamingIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What reading takes, and what clients ask before anything else. */
  private static final Set<String> READING =
      Set.of(
          "ApiVersions",
          "SaslHandshake",
          "SaslAuthenticate",
          "Metadata",
          "FindCoordinator",
          "JoinGroup",
          "SyncGroup",
          "Heartbeat",
          "LeaveGroup",
          "OffsetFetch",
          "OffsetCommit",
          "ListOffsets",
          "Fetch",
          "FetchConsumer",
          "OffsetForLeaderEpoch",
          // Asked by an admin client, which does without the answers.
          "DescribeCluster",
          "DescribeTopicPartitions",
          "DescribeGroups",
          "ConsumerGroupDescribe");

  private static final Set<String> OF_THE_BROKER_ITSELF = Set.of("BrokerHeartbeat");

  private static final int LARGE = 900_000;

  @TempDir private static Path certificates;
  private static RestrictedBroker broker;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final KeyedArrivals arrivals =
      new KeyedArrivals(7, 500, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));

  @BeforeAll
  static void startBroker() throws Exception {
    broker = RestrictedBroker.start(certificates);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void runsRebalancesAndRecoversWithNothingButRead() throws Exception {
    // Given
    broker.createTopic("narrow", 4);
    broker.allowReading("narrow");
    TestPipeline pipeline = streaming("narrow");
    int cutBefore = broker.connectionsCut();

    // When
    try (PipelineService first = pipeline.start();
        PipelineService second = pipeline.start()) {
      await().atMost(PATIENCE).until(() -> shares(first, second).equals(List.of(2, 2)));
      send("narrow", 2_000);
      TestPipeline.awaitDurable(2_000, first, second);
      broker.cutConnections();
      first.close();
      send("narrow", 2_000);
      TestPipeline.awaitDurable(4_000, second);
    }
    send("narrow", 2_000);
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertComplete(pipeline, 6_000);
    assertThat(broker.connectionsCut()).isGreaterThan(cutBefore);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram", "certificate"})
  void managedClustersTakeEitherWayIn(String how) throws Exception {
    // Given
    String topic = "managed-" + how;
    broker.createTopic(topic, 1);
    broker.allowReading(topic);
    send(topic, 500);
    String yaml = TestPipeline.read("oci-kafka");
    TestPipeline pipeline =
        how.equals("scram")
            ? pipeline(yaml, topic, broker.scram())
            : pipeline(withoutKafka(yaml), topic, broker.mtls());

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertComplete(pipeline, 500);
  }

  private static String withoutKafka(String yaml) {
    return yaml.substring(0, yaml.indexOf("kafka:\n")) + yaml.substring(yaml.indexOf("source:\n"));
  }

  @Test
  void asksForNothingButWhatReadingTakes() throws Exception {
    // Given
    broker.createTopic("asked", 2);
    broker.allowReading("asked");
    send("asked", 200);
    Map<String, Long> before = RestrictedBroker.requests();

    // When
    int once = run("asked", "run", "--once");
    int status = run("asked", "status", "-o", "json");
    Set<String> asked = RestrictedBroker.since(before);

    // Then
    assertThat(once).as(err.toString()).isZero();
    assertThat(status).as(err.toString()).isZero();
    assertThat(out.toString()).contains("\"lag\":0", "\"group_offset\":").doesNotContain("null");
    assertThat(run("asked", "verify")).as(err.toString()).isZero();
    assertThat(asked).contains("Fetch", "OffsetCommit", "JoinGroup");
    asked.removeAll(READING);
    asked.removeAll(OF_THE_BROKER_ITSELF);
    assertThat(asked).isEmpty();
  }

  @Test
  void fetchesAPartitionLessThanFiveTimesASecondWhateverComes() throws Exception {
    // Given
    broker.createTopic("paced", 1);
    broker.allowReading("paced");
    sendLarge("paced", 15);
    TestPipeline pipeline = streaming("paced");

    // When: it catches up, then one record after another comes
    long began;
    Map<String, Long> before;
    try (PipelineService service = pipeline.start()) {
      await().atMost(PATIENCE).until(() -> service.counters().records() > 0);
      before = RestrictedBroker.requests();
      began = System.nanoTime();
      TestPipeline.awaitDurable(15, service);
      sendOneByOne("paced", 100);
      TestPipeline.awaitDurable(115, service);
    }

    // Then
    double seconds = (System.nanoTime() - began) / 1e9;
    long fetches = RestrictedBroker.requests().get("Fetch") - before.get("Fetch");
    assertThat(fetches).isBetween(5L, (long) Math.ceil(5 * seconds));
  }

  @Test
  void aWrongAuthTokenEndsRunAndSaysWhatTheCredentialsAre() throws Exception {
    // Given
    broker.createTopic("unknown", 1);
    broker.allowReading("unknown");

    // When
    int code = run("unknown", "run", "--set", RestrictedBroker.streamingJaas("console-password"));

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("don't know this user", "auth token", "TENANCY/USER/STREAM_POOL_OCID")
        .doesNotContain("console-password");
  }

  @Test
  void aBrokerThatIsNotTrustedEndsRun() throws Exception {
    // Given
    broker.createTopic("untrusted", 1);
    broker.allowReading("untrusted");

    // When
    int code =
        run(
            "untrusted",
            "run",
            "--set",
            "kafka.ssl.truststore.location=" + broker.certificates().clientTrust());

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("no TLS connection", "ssl.truststore.location");
  }

  @Test
  void withoutReadOnTheGroupRunEndsAndNamesThePolicy() throws Exception {
    // Given
    broker.createTopic("groupless", 1);
    broker.allowReadingTopic("groupless");

    // When
    int code = run("groupless", "run");

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("read as group groupless", "Allow group GROUP to use stream-pull");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "run --once", "status"})
  void withoutReadOnTheTopicCommandsSaySo(String verb) throws Exception {
    // Given
    String topic = "topicless-" + verb.replaceAll("\\W", "");
    broker.createTopic(topic, 1);
    broker.allowReadingGroup(topic);

    // When
    int code = run(topic, verb.split(" "));

    // Then
    assertThat(code).isEqualTo(verb.equals("status") ? 0 : 1);
    assertThat(err.toString()).contains("let this user read topic " + topic);
  }

  @Test
  void feedNeedsNothingButWrite() throws Exception {
    // Given
    broker.createTopic("fed", 1);
    String[] feed = {"feed", "--simulate", "--count", "50", "--rate", "0"};
    int before = run("fed", feed);
    broker.allowWritingTopic("fed");
    Map<String, Long> asked = RestrictedBroker.requests();

    // When
    int after = run("fed", feed);

    // Then
    assertThat(before).isEqualTo(1);
    assertThat(err.toString())
        .contains("let this user write to topic fed", "Allow group GROUP to use stream-push");
    assertThat(after).as(err.toString()).isZero();
    assertThat(out.toString()).contains("sent 50 messages");
    assertThat(RestrictedBroker.since(asked)).contains("Produce").doesNotContain("InitProducerId");
  }

  @Test
  void whenReadingIsForbiddenMeanwhileTheServiceEnds() throws Exception {
    // Given
    broker.createTopic("revoked", 1);
    broker.allowReading("revoked");
    send("revoked", 10);
    TestPipeline pipeline = streaming("revoked");

    // When
    try (PipelineService service = pipeline.start()) {
      TestPipeline.awaitDurable(10, service);
      broker.denyReadingTopic("revoked");

      // Then
      assertThatThrownBy(service::awaitEnd)
          .isInstanceOf(UserException.class)
          .hasMessageContaining("read topic revoked");
    }
  }

  private static List<Integer> shares(PipelineService... services) {
    return Stream.of(services).map(service -> service.leases().all().size()).toList();
  }

  private TestPipeline streaming(String topic) {
    return pipeline(TestPipeline.read("oci"), topic, broker.streaming());
  }

  private TestPipeline pipeline(String yaml, String topic, List<String> kafka) {
    return TestPipeline.ofText(
        yaml,
        broker.plaintext(),
        topic,
        directory.resolve(topic),
        Stream.concat(quickly(topic).stream(), kafka.stream()).toArray(String[]::new));
  }

  private static List<String> quickly(String name) {
    return List.of(
        "name=" + name,
        "bronze.flush-interval=200ms",
        "silver.flush-interval=500ms",
        "limits.storage-deadline=20s");
  }

  /** The command on the pipeline of {@code config/oci.yaml} for a topic. */
  private int run(String topic, String... verb) {
    List<String> all = new ArrayList<>(List.of(verb[0], "-c", "config/oci.yaml"));
    Stream.of(
            quickly(topic),
            broker.streaming(),
            List.of(
                "source.topic=" + topic,
                "bronze.path=" + directory.resolve(topic).resolve("bronze"),
                "silver.path=" + directory.resolve(topic).resolve("silver")))
        .flatMap(List::stream)
        .forEach(override -> all.addAll(List.of("--set", override)));
    all.addAll(List.of(verb).subList(1, verb.length));
    return new CommandLineFactory(new PrintWriter(out, true), new PrintWriter(err, true))
        .create()
        .execute(all.toArray(String[]::new));
  }

  private void send(String topic, int count) {
    send(topic, Stream.generate(arrivals::next).limit(count).toList());
  }

  /** Messages of which one fills most of a fetch. */
  private void sendLarge(String topic, int count) {
    String text =
        """
        {"vehicleId":"v","naptanId":"n","lineId":"l","direction":"d",\
        "timestamp":"2026-01-01T08:00:00Z","towards":"%s"}"""
            .formatted("x".repeat(LARGE));
    send(topic, Collections.nCopies(count, new Message("v", text.getBytes(UTF_8))));
  }

  private static void send(String topic, List<Message> messages) {
    try (Producer<byte[], byte[]> producer = producer()) {
      for (Message message : messages) {
        var unused = producer.send(record(topic, message));
      }
    }
  }

  /** Each when the one before is there. */
  private void sendOneByOne(String topic, int count) throws Exception {
    try (Producer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < count; i++) {
        producer.send(record(topic, arrivals.next())).get();
      }
    }
  }

  private static Producer<byte[], byte[]> producer() {
    Map<String, Object> settings = new HashMap<>(FeedPublisher.PRODUCER_DEFAULTS);
    settings.put("bootstrap.servers", broker.plaintext());
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, Message message) {
    return new ProducerRecord<>(topic, message.key().getBytes(UTF_8), message.value());
  }

  private static void assertComplete(TestPipeline pipeline, long records) throws IOException {
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(records);
  }
}
