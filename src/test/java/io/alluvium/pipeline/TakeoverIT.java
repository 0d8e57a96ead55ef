package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.delta.TableChange;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.UserException;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.testing.HandMadeCheckpoint;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start from checkpoints; what Spark really leaves is in the tests with Spark. */
class TakeoverIT {
  private static final String QUERY = "f4591423-9be8-4758-bd53-3e7c66b63083";
  private static final int MESSAGES = 100;
  private static final int TAKEN = 60;

  private static EmbeddedBroker broker;

  @TempDir Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** A topic with a hundred keys, and a pipeline that goes on where Spark had taken sixty. */
  private TestPipeline pipeline(String topic, int partitions) throws IOException {
    TestTopic.create(broker, topic, partitions)
        .send(
            IntStream.range(0, MESSAGES).mapToObj(TakeoverIT::arrival).toList(),
            value -> "one key, one partition".getBytes(StandardCharsets.UTF_8));
    return TestPipeline.tfl(
        broker.bootstrapServers(),
        topic,
        directory,
        "source.start=spark-checkpoint:" + directory.resolve("checkpoint"),
        "source.silver-start=earliest");
  }

  private HandMadeCheckpoint checkpoint(String end) throws IOException {
    return HandMadeCheckpoint.create(directory.resolve("checkpoint"), QUERY).done(0, end);
  }

  private static byte[] arrival(int number) {
    return """
        {"vehicleId":"v%d","naptanId":"n","lineId":"l","direction":"in","timestamp":"2026-03-01T12:00:00Z"}"""
        .formatted(number)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void bronzeGetsTheRestAndSilverWhatTheTopicHolds() throws Exception {
    // Given
    checkpoint("{\"rest\":{\"0\":" + TAKEN + "}}");
    TestPipeline pipeline = pipeline("rest", 1);

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(MESSAGES - TAKEN);
    assertThat(pipeline.silverRows()).hasSize(MESSAGES);
  }

  @Test
  void theCheckpointIsReadOnlyOnce() throws Exception {
    // Given
    HandMadeCheckpoint checkpoint = checkpoint("{\"once\":{\"0\":" + TAKEN + "}}");
    TestPipeline pipeline = pipeline("once", 1);
    assertThat(pipeline.runOnce()).isTrue();
    checkpoint.write("metadata", "gone");

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(MESSAGES - TAKEN);
  }

  @Test
  void partitionsThatSparkNeverReadStartAtTheirBeginning() throws Exception {
    // Given
    checkpoint("{\"grown\":{\"1\":0}}");
    TestPipeline pipeline = pipeline("grown", 2);

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(MESSAGES);
    assertThat(pipeline.silverRows()).hasSize(MESSAGES);
  }

  @Test
  void aStartThatWasCutShortBetweenTheTables() throws Exception {
    // Given
    checkpoint("{\"cut\":{\"0\":" + TAKEN + "}}");
    TestPipeline pipeline = pipeline("cut", 1);
    AppIds appIds = AppIds.of(pipeline.config());
    TxnAdvance silver = new TxnAdvance(appIds.silver(0), TxnAdvance.NONE, 50);
    pipeline
        .tables()
        .silver()
        .commit(
            new TableChange(
                "cut",
                List.of(),
                List.of(),
                List.of(silver),
                Operations.move(Operations.Reason.START, List.of(silver))));

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(MESSAGES - TAKEN);
    assertThat(pipeline.silverRows()).as("from where silver was told").hasSize(MESSAGES - 50);
  }

  @Test
  void aRefusalMakesNoTables() throws Exception {
    // Given
    checkpoint("{\"another\":{\"0\":" + TAKEN + "}}");
    TestPipeline pipeline = pipeline("refused", 1);

    // When
    UserException e = catchThrowableOfType(UserException.class, pipeline::runOnce);

    // Then
    assertThat(e.why()).isEqualTo("the job doesn't read topic refused, but another");
    assertThat(directory.resolve("bronze")).doesNotExist();
    assertThat(directory.resolve("silver")).doesNotExist();
  }

  @Test
  void allPartitionsGetTheirPositionsInOneVersion() throws Exception {
    // Given
    checkpoint("{\"both\":{\"0\":0,\"1\":0}}");
    TestPipeline pipeline = pipeline("both", 2);
    AppIds appIds = AppIds.of(pipeline.config());
    Takeover takeover =
        Takeover.plan(pipeline.config(), TopicFacts.ask(pipeline.config()), Clock.systemUTC());
    PipelineTables tables = pipeline.tables();
    long before = tables.bronze().snapshot().version();

    // When
    takeover.anchor(tables);

    // Then
    assertThat(tables.bronze().snapshot().version()).isEqualTo(before + 1);
    assertThat(tables.bronze().snapshot().txn(appIds.bronze(0))).isEqualTo(OptionalLong.of(0));
    assertThat(tables.bronze().snapshot().txn(appIds.bronze(1))).isEqualTo(OptionalLong.of(0));
    assertThat(tables.silver().snapshot().txn(appIds.silver(1))).isEqualTo(OptionalLong.of(0));
  }
}
