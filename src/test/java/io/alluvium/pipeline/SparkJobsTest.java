package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.UserException;
import io.alluvium.testing.HandMadeCheckpoint;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions over hand-made checkpoints and logs; the real ones are in the tests with Spark. */
class SparkJobsTest {
  private static final String QUERY = "f4591423-9be8-4758-bd53-3e7c66b63083";
  private static final String OTHER = "9b54a18c-0071-435c-b864-e1be14c667b9";
  private static final String TABLE = "e2a3d5c1-dc22-4584-b54b-6ea5017c8928";

  @TempDir Path directory;
  private HandMadeCheckpoint bronzeJob;
  private HandMadeCheckpoint silverJob;
  private long version;

  @BeforeEach
  void createCheckpoints() throws IOException {
    bronzeJob = HandMadeCheckpoint.create(directory.resolve("b"), QUERY);
    silverJob = HandMadeCheckpoint.create(directory.resolve("s"), OTHER);
  }

  /** A version of bronze with actions, JSON each. */
  private void commit(String... actions) throws IOException {
    Path log = Files.createDirectories(directory.resolve("bronze/_delta_log"));
    Files.writeString(
        log.resolve("%020d.json".formatted(version++)), String.join("\n", actions) + "\n");
  }

  private void createBronze() throws IOException {
    commit(
        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
        "{\"metaData\":{\"id\":\""
            + TABLE
            + "\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
            + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\","
            + "\"partitionColumns\":[],\"configuration\":{}}}");
  }

  private static String txn(String appId, long batch) {
    return "{\"txn\":{\"appId\":\"" + appId + "\",\"version\":" + batch + "}}";
  }

  private String add() {
    return "{\"add\":{\"path\":\"f"
        + version
        + ".parquet\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,\"dataChange\":true}}";
  }

  private static String topic(long... ends) {
    StringBuilder text = new StringBuilder("{\"t\":{");
    for (int partition = 0; partition < ends.length; partition++) {
      text.append(partition == 0 ? "" : ",").append('"').append(partition).append("\":");
      text.append(ends[partition]);
    }
    return text.append("}}").toString();
  }

  private static String table(String id, long version, long index, boolean initial) {
    return "{\"sourceVersion\":1,\"reservoirId\":\"%s\",\"reservoirVersion\":%d,\"index\":%d,\"isStartingVersion\":%s}"
        .formatted(id, version, index, initial);
  }

  private SparkJobs jobs() {
    PipelineConfig config = TestPipeline.tfl("h:1", "t", directory).config();
    return new SparkJobs(
        config,
        PipelineTables.bronzeLog(config),
        new TopicFacts(Map.of(0, 5L, 1, 5L), Map.of(0, 100L, 1, 100L)),
        Clock.systemUTC());
  }

  private SparkCheckpoint both() {
    return new SparkCheckpoint(
        bronzeJob.directory().toString(), Optional.of(silverJob.directory().toString()));
  }

  private Map<Integer, Long> bronzeEnds() throws IOException {
    return jobs().bronzeEnds(both());
  }

  private Map<Integer, Long> silverEnds() throws IOException {
    return jobs().silverEnds(both(), Map.of(0, 40L, 1, 50L));
  }

  private String bronzeRefusal() {
    return catchThrowableOfType(UserException.class, this::bronzeEnds).why();
  }

  private String silverRefusal() {
    return catchThrowableOfType(UserException.class, this::silverEnds).why();
  }

  @Test
  void bronzeStandsWhereTheLastFinishedBatchEnds() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 1), add());
    bronzeJob.done(0, topic(20, 20)).done(1, topic(40, 30));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 40L, 1, 30L));
  }

  @Test
  void aBatchCountsThatReachedTheTableAndNotTheCheckpoint() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 1), add());
    bronzeJob.done(0, topic(20, 20)).begun(1, topic(40, 30));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 40L, 1, 30L));
  }

  @Test
  void aBatchDoesNotCountThatWasOnlyPlanned() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    bronzeJob.done(0, topic(20, 20)).begun(1, topic(40, 30));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 20L, 1, 20L));
  }

  @Test
  void theFirstBatchReachedTheTableOnly() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    bronzeJob.begun(0, topic(20, 20));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 20L, 1, 20L));
  }

  @Test
  void anotherSinkThatFinishedAll() throws Exception {
    // Given
    createBronze();
    commit(add());
    bronzeJob.done(0, topic(20, 20));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 20L, 1, 20L));
  }

  @Test
  void aNewTableAfterTheOldOne() throws Exception {
    // Given
    bronzeJob.done(0, topic(20, 20)).begun(1, topic(40, 30));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 20L, 1, 20L));
  }

  @Test
  void anotherSinkThatMayHaveWrittenABatch() throws Exception {
    // Given
    createBronze();
    commit(add());
    bronzeJob.done(0, topic(20, 20)).begun(1, topic(40, 30));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).startsWith("batch 1 was begun and not finished, and table ");
  }

  @Test
  void theCheckpointOfAnotherJob() throws Exception {
    // Given
    createBronze();
    commit(txn(OTHER, 7), add());
    bronzeJob.done(0, topic(20, 20));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).contains("holds batches of other streaming jobs, and none of this one");
  }

  @Test
  void anOldCopyOfTheCheckpoint() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 7), add());
    bronzeJob.done(0, topic(20, 20)).done(1, topic(40, 30));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal)
        .isEqualTo("its file offsets/7 can't be used: it is missing, and the batch counts");
  }

  @Test
  void aJobThatFinishedNothing() throws Exception {
    // Given
    bronzeJob.begun(0, topic(20, 20));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).isEqualTo("the job has finished no batch, so that it stands nowhere");
  }

  @Test
  void aJobThatMayStillRun() throws Exception {
    // Given
    bronzeJob.done(0, topic(20, 20));
    bronzeJob.touch(Instant.now().minusSeconds(20));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).matches("it was written to 2\\d s ago, so the job may still run");
  }

  @Test
  void anotherTopic() throws Exception {
    // Given
    bronzeJob.done(0, "{\"x\":{\"0\":1},\"y\":{\"0\":1}}");

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).isEqualTo("the job doesn't read topic t, but x, y");
  }

  @Test
  void noTopicAtAll() throws Exception {
    // Given
    bronzeJob.done(0, table(TABLE, 3, -1, false));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal).startsWith("the job doesn't read topic t, but Delta[");
  }

  @Test
  void partitionsThatTheTopicLacks() throws Exception {
    // Given
    bronzeJob.done(0, topic(20, 20, 20));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal)
        .isEqualTo(
            "the job has read the partitions [0, 1, 2] of topic t, which has 2 partitions now");
  }

  @Test
  void offsetsThatTheTopicLacks() throws Exception {
    // Given
    bronzeJob.done(0, topic(20, 101));

    // When
    String refusal = bronzeRefusal();

    // Then
    assertThat(refusal)
        .isEqualTo("the job stands at offset 101 of topic t, partition 1, which ends at 100");
  }

  @Test
  void fewerPartitionsThanTheTopicHas() throws Exception {
    // Given
    bronzeJob.done(0, topic(20));

    // When
    Map<Integer, Long> ends = bronzeEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 20L));
  }

  @Test
  void silverThatHasTakenAllOfBronze() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    // Somebody changed a property since.
    commit(txn(QUERY, 1));
    silverJob.done(0, table(TABLE, 2, -1, false));

    // When
    Map<Integer, Long> ends = silverEnds();

    // Then
    assertThat(ends).isEqualTo(Map.of(0, 40L, 1, 50L));
  }

  @Test
  void silverBehindBronze() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    commit(txn(QUERY, 1), add());
    silverJob.done(0, table(TABLE, 2, -1, false));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .startsWith("silver has the rows of table ")
        .contains(" up to version 1, and the table is at ");
  }

  @Test
  void silverInTheMidstOfAVersion() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    silverJob.done(0, table(TABLE, 1, 0, false));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .startsWith("silver has the rows of table ")
        .contains(" up to version 0, and the table is at ");
  }

  @Test
  void silverInTheMidstOfItsFirstSnapshot() throws Exception {
    // Given
    createBronze();
    silverJob.done(0, table(TABLE, 0, 3, true));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .startsWith("silver has the rows of table ")
        .contains(" up to version -1, and the table is at ");
  }

  @Test
  void aMergeThatMayNotHaveHappenedDoesNotCount() throws Exception {
    // Given
    createBronze();
    commit(txn(QUERY, 0), add());
    commit(txn(QUERY, 1), add());
    silverJob.done(0, table(TABLE, 2, -1, false)).begun(1, table(TABLE, 3, -1, false));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .startsWith("silver has the rows of table ")
        .contains(" up to version 1, and the table is at ");
  }

  @Test
  void aVersionOfBronzeWhoseFileHasExpired() throws Exception {
    // Given
    TestPipeline pipeline = TestPipeline.tfl("h:1", "t", directory, "tables.checkpoint-interval=1");
    TableLog bronze = pipeline.tables().bronze();
    for (long next = 0; next < 3; next++) {
      TxnAdvance advance = new TxnAdvance("x", next - 1, next);
      bronze.commit(
          new TableChange(
              "id" + next,
              List.of(),
              List.of(),
              List.of(advance),
              Operations.move(Operations.Reason.START, List.of(advance))));
    }
    Files.delete(directory.resolve("bronze/_delta_log/%020d.json".formatted(1)));
    String id = PipelineTables.bronzeLog(pipeline.config()).tableId().orElseThrow();
    silverJob.done(0, table(id, 1, -1, false));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .startsWith("silver has the rows of table ")
        .contains(" up to version 0, and the table is at ");
  }

  @Test
  void silverThatIsMadeOfAnotherTable() throws Exception {
    // Given
    createBronze();
    silverJob.done(0, table("another", 2, -1, false));

    // When
    String refusal = silverRefusal();

    // Then
    assertThat(refusal)
        .contains("reads the table with the id another, and table ")
        .endsWith(" has the id " + TABLE);
  }

  @Test
  void silverThatReadsTheTopicItself() throws Exception {
    // Given
    silverJob.done(0, topic(30, 60)).begun(1, topic(70, 70));

    // When
    Map<Integer, Long> ends = silverEnds();

    // Then
    assertThat(ends).as("never beyond bronze").isEqualTo(Map.of(0, 30L, 1, 50L));
  }

  @Test
  void silverFromWhatTheTopicStillHolds() throws Exception {
    // Given
    SparkCheckpoint start = new SparkCheckpoint("/unused", Optional.empty());

    // When
    Map<Integer, Long> ends = jobs().silverEnds(start, Map.of(0, 40L, 1, 3L));

    // Then
    assertThat(ends).as("never beyond bronze").isEqualTo(Map.of(0, 5L, 1, 3L));
  }
}
