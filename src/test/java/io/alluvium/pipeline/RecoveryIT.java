package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.error.UserException;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a start takes its position from, and what happens when the topic doesn't have it. */
class RecoveryIT {
  private static EmbeddedBroker broker;
  private static Admin admin;

  @TempDir private Path directory;
  private String name;
  private KeyedArrivals arrivals;

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
    name = "t-" + UUID.randomUUID();
    arrivals =
        new KeyedArrivals(7, 200, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
  }

  @Test
  void kafkasOffsetsDoNotMatter() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    TestPipeline pipeline = pipeline();
    topic.send(arrivals(1_000));
    pipeline.runOnce();
    commit(400);

    // When: offsets behind, then lost, then ahead of the tables
    pipeline.runOnce();
    admin.deleteConsumerGroups(Set.of(pipeline.config().name())).all().get();
    topic.send(arrivals(500));
    pipeline.runOnce();
    topic.send(arrivals(500));
    commit(2_000);
    pipeline.runOnce();

    // Then
    assertComplete(pipeline, 2_000);
  }

  @Test
  void aDeletedOffsetStopsAndNamesBothOffsets() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    TestPipeline pipeline = pipeline("source.on-gap=stop");
    topic.send(arrivals(100));
    pipeline.runOnce();
    topic.send(arrivals(100));
    deleteBelow(150);

    // When
    var start = assertThatThrownBy(pipeline::runOnce);

    // Then
    start
        .isInstanceOf(UserException.class)
        .hasMessageContaining(name + ", partition 0")
        .hasMessageContaining("100")
        .hasMessageContaining("150")
        .hasMessageContaining("source.on-gap");
  }

  @Test
  void onGapContinueGoesOnAndVerifyTellsOfTheGap() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    TestPipeline pipeline = pipeline("source.on-gap=continue");
    topic.send(arrivals(100));
    pipeline.runOnce();
    topic.send(arrivals(100));
    deleteBelow(150);

    // When
    pipeline.runOnce();

    // Then
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(150);
    assertThat(report.notices()).anyMatch(notice -> notice.contains("150"));
  }

  @Test
  void aRecreatedTopicStopsEvenIfItsOffsetsLookRight() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    TestPipeline pipeline = pipeline();
    topic.send(arrivals(100));
    pipeline.runOnce();
    admin.deleteTopics(Set.of(name)).all().get();
    Awaitility.await().until(() -> !admin.listTopics().names().get().contains(name));
    TestTopic.create(broker, name, 1).send(arrivals(300));

    // When
    var start = assertThatThrownBy(pipeline::runOnce);

    // Then
    start.isInstanceOf(UserException.class).hasMessageContaining("not the one");
  }

  @Test
  void latestIsWrittenDownSoThatALaterStartMissesNothing() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    TestPipeline pipeline = pipeline("source.start=latest");
    topic.send(arrivals(100));
    pipeline.runOnce();
    topic.send(arrivals(50));

    // When
    pipeline.runOnce();

    // Then
    assertComplete(pipeline, 50);
  }

  @Test
  void aMissingTopicIsNamed() {
    // Given
    TestPipeline pipeline = pipeline();

    // When
    var start = assertThatThrownBy(pipeline::runOnce);

    // Then
    start.isInstanceOf(UserException.class).hasMessageContaining(name);
  }

  @Test
  void partitionsMoveBetweenInstancesAndNothingIsLostOrDouble() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 4);
    TestPipeline pipeline = pipeline("bronze.flush-interval=200ms", "silver.flush-interval=400ms");
    topic.send(arrivals(3_000));

    // When: a second instance joins, takes over, and is joined again
    try (PipelineService first = pipeline.start()) {
      awaitRecords(first, 3_000);
      try (PipelineService second = pipeline.start()) {
        awaitShare(first, second);
        topic.send(arrivals(3_000));
        TestPipeline.awaitDurable(6_000, first, second);
        first.close();
        topic.send(arrivals(3_000));
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> second.leases().all().size() == 4);
      }
    }
    pipeline.runOnce();

    // Then
    assertComplete(pipeline, 9_000);
  }

  @Test
  void onceRefusesWhileOthersShareTheGroup() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, name, 1);
    topic.send(arrivals(10));
    TestPipeline pipeline = pipeline();

    // When
    try (PipelineService running = pipeline.start()) {
      awaitRecords(running, 10);

      // Then
      assertThatThrownBy(() -> GroupMembers.refuseIfShared(pipeline.config()))
          .isInstanceOf(UserException.class)
          .hasMessageContaining("other member");
    }
  }

  private TestPipeline pipeline(String... overrides) {
    List<String> all = new ArrayList<>(List.of("name=" + name));
    all.addAll(List.of(overrides));
    return TestPipeline.tfl(broker.bootstrapServers(), name, directory, all.toArray(String[]::new));
  }

  private List<byte[]> arrivals(int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(arrivals.next().value());
    }
    return values;
  }

  private void commit(long offset) throws Exception {
    admin
        .alterConsumerGroupOffsets(
            name, Map.of(new TopicPartition(name, 0), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  private void deleteBelow(long offset) throws Exception {
    admin
        .deleteRecords(Map.of(new TopicPartition(name, 0), RecordsToDelete.beforeOffset(offset)))
        .all()
        .get();
  }

  private static void awaitRecords(PipelineService service, long records) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.counters().records() >= records);
  }

  private static void awaitShare(PipelineService one, PipelineService other) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> one.leases().all().size() == 2 && other.leases().all().size() == 2);
  }

  private static void assertComplete(TestPipeline pipeline, long records) throws Exception {
    VerificationReport report = Verification.of(pipeline.config()).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(records);
  }
}
