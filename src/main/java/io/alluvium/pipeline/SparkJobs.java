package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.storage.TablePath;
import io.alluvium.error.TakeoverErrors;
import io.alluvium.spark.CheckpointFiles;
import io.alluvium.spark.HadoopCheckpointFiles;
import io.alluvium.spark.LocalCheckpointFiles;
import io.alluvium.spark.SourceOffset;
import io.alluvium.spark.StreamingCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where the Spark jobs have stopped that filled the tables, told by their checkpoints and by
 * bronze. Only reads; refuses what it can't know for certain.
 */
final class SparkJobs {
  /** A job that wrote as lately may still run: its triggers are seconds apart. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  private static final Pattern QUERY_ID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final String topic;
  private final TableAccess access;
  private final String bronzeName;
  private final ReadOnlyLog bronze;
  private final TopicFacts facts;
  private final Clock clock;

  SparkJobs(PipelineConfig config, ReadOnlyLog bronze, TopicFacts facts, Clock clock) {
    this.topic = config.source().topic();
    this.access = PipelineTables.access(config);
    this.bronzeName = config.bronze().table().name();
    this.bronze = bronze;
    this.facts = facts;
    this.clock = clock;
  }

  /**
   * The next offset of each partition that bronze's job has read.
   *
   * @throws io.alluvium.error.UserException if that can't be told, or isn't in the topic
   */
  Map<Integer, Long> bronzeEnds(SparkCheckpoint start) throws IOException {
    StreamingCheckpoint job = open(start.bronze());
    Map<Integer, Long> ends = kafkaEnds(job, job.end(bronzeBatch(job)));
    ends.forEach((partition, offset) -> checkInTopic(job, ends, partition, offset));
    return ends;
  }

  /**
   * From where on silver may lack records: its job's position, or what the topic still holds if
   * there is no job to ask. Never beyond bronze.
   *
   * @param bronzeEnds what bronze holds
   * @throws io.alluvium.error.UserException if silver's job hasn't taken all of bronze
   */
  Map<Integer, Long> silverEnds(SparkCheckpoint start, Map<Integer, Long> bronzeEnds)
      throws IOException {
    if (start.silver().isEmpty()) {
      return noneBeyond(bronzeEnds, Map.of());
    }
    StreamingCheckpoint job = open(start.silver().get());
    if (job.committed().isEmpty()) {
      throw TakeoverErrors.noBatch(job.location());
    }
    // What a batch beyond this one merged may be merged again.
    SourceOffset end = job.end(job.committed().getAsLong());
    if (end instanceof SourceOffset.Delta table) {
      checkCaughtUp(job, table);
      return bronzeEnds;
    }
    return noneBeyond(bronzeEnds, kafkaEnds(job, end));
  }

  private Map<Integer, Long> noneBeyond(Map<Integer, Long> limits, Map<Integer, Long> known) {
    Map<Integer, Long> positions = new TreeMap<>();
    limits.forEach(
        (partition, limit) ->
            positions.put(
                partition,
                Math.min(limit, known.getOrDefault(partition, facts.beginnings().get(partition)))));
    return positions;
  }

  private StreamingCheckpoint open(String path) throws IOException {
    StreamingCheckpoint job = StreamingCheckpoint.open(files(path));
    Duration age = Duration.between(job.changed(), clock.instant());
    if (age.compareTo(QUIET) < 0) {
      throw TakeoverErrors.inUse(job.location(), age.toSeconds());
    }
    return job;
  }

  private CheckpointFiles files(String path) {
    return TablePath.isLocal(path)
        ? new LocalCheckpointFiles(Path.of(path))
        : new HadoopCheckpointFiles(path, access.conf());
  }

  /**
   * The last batch that bronze holds. A Delta sink commits a batch under the query's id, and only
   * then the checkpoint counts it as done.
   */
  private long bronzeBatch(StreamingCheckpoint job) throws IOException {
    Optional<TableSnapshot> table = bronze.find();
    OptionalLong inTable = table.map(t -> t.txn(job.queryId())).orElse(OptionalLong.empty());
    long committed = job.committed().orElse(-1);
    if (inTable.isPresent()) {
      return Math.max(committed, inTable.getAsLong());
    }
    if (table.isPresent()
        && table.get().txns().keySet().stream().anyMatch(id -> QUERY_ID.matcher(id).matches())) {
      throw TakeoverErrors.otherTable(job.location(), job.queryId(), bronzeName);
    }
    if (table.isPresent() && job.begun().orElse(-1) > committed) {
      throw TakeoverErrors.batchUncertain(job.location(), job.begun().orElse(-1), bronzeName);
    }
    if (committed < 0) {
      throw TakeoverErrors.noBatch(job.location());
    }
    return committed;
  }

  private Map<Integer, Long> kafkaEnds(StreamingCheckpoint job, SourceOffset end) {
    if (!(end instanceof SourceOffset.Kafka kafka)) {
      throw TakeoverErrors.otherSource(job.location(), topic, end.toString());
    }
    Map<Integer, Long> ends = kafka.topics().get(topic);
    if (ends == null) {
      throw TakeoverErrors.otherSource(
          job.location(), topic, String.join(", ", kafka.topics().keySet()));
    }
    return ends;
  }

  private void checkInTopic(
      StreamingCheckpoint job, Map<Integer, Long> ends, int partition, long offset) {
    Long end = facts.ends().get(partition);
    if (end == null) {
      throw TakeoverErrors.partitionsGone(
          job.location(), topic, ends.keySet(), facts.partitionCount());
    }
    if (offset > end) {
      throw TakeoverErrors.beyondTopic(job.location(), topic, partition, offset, end);
    }
  }

  /**
   * Whether every version of bronze that brought rows is behind the stream that silver is made of.
   */
  private void checkCaughtUp(StreamingCheckpoint job, SourceOffset.Delta read) throws IOException {
    String id = bronze.tableId().orElse("none, since it doesn't exist");
    if (!read.tableId().equals(id)) {
      throw TakeoverErrors.silverReadsOtherTable(
          job.location(), "the table with the id " + read.tableId(), bronzeName, id);
    }
    long newest = bronze.find().orElseThrow().version();
    for (long version = read.version(); version <= newest; version++) {
      Optional<Commit> commit = bronze.commit(version);
      // A version whose file has expired may have brought rows.
      if (read.initial()
          || commit.isEmpty()
          || commit.get().actions().stream().anyMatch(SparkJobs::bringsRows)) {
        throw TakeoverErrors.silverBehind(job.location(), bronzeName, version, newest);
      }
    }
  }

  private static boolean bringsRows(Action action) {
    return action instanceof Action.Add add && add.dataChange();
  }
}
