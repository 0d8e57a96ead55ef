package io.alluvium.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Makes the records of a tree whose expressions are filled in, or reports all its problems. */
final class PipelineReader {
  private static final long LEAST_BUFFER = 1L << 20;
  private static final Duration LEAST_LOG_RETENTION = Duration.ofHours(1);

  private final Node.Fields root;
  private final Path workingDirectory;
  private final Problems problems;
  private final Values values;

  PipelineReader(Node.Fields root, Path workingDirectory, Problems problems) {
    this.root = root;
    this.workingDirectory = workingDirectory;
    this.problems = problems;
    this.values = new Values(root, problems);
  }

  PipelineConfig read() {
    new KnownKeys(problems).check(root);
    var name = values.read(Keys.NAME);
    var kafka = kafka();
    var hadoop = FlatSection.values(root, KeyPath.HADOOP, problems);
    var source = new SourceReader(values, workingDirectory, problems);
    new OciStreamingRules(kafka, problems)
        .check(source.fetchInterval(), values.location(Keys.SOURCE_FETCH_INTERVAL));
    var rekey = new RekeyReader(root, values, problems).read();
    var bronze = new BronzeReader(values, workingDirectory, problems);
    var silver = new SilverReader(values, workingDirectory, bronze.columns(), problems);
    checkTables(bronze, silver);
    var logRetention = logRetention();
    var checkpointInterval = values.read(Keys.TABLES_CHECKPOINT_INTERVAL);
    var buffer = buffer();
    var deadline = storageDeadline(KafkaRules.maxPollInterval(kafka));
    var address = values.read(Keys.MANAGEMENT_ADDRESS);
    var port = values.read(Keys.MANAGEMENT_PORT);
    var oci = new OciReader(values, workingDirectory, problems).read();
    var secretsCheckInterval = values.read(Keys.SECRETS_CHECK_INTERVAL);
    problems.throwIfAny();
    var tables = new TablesConfig(logRetention.orElseThrow(), checkpointInterval.orElseThrow());
    return new PipelineConfig(
        name.orElseThrow(),
        kafka.texts(),
        FlatSection.texts(hadoop),
        source.config(),
        rekey,
        bronze.config(tables),
        silver.config(tables),
        tables,
        new LimitsConfig(buffer.orElseThrow(), deadline.orElseThrow()),
        new ManagementConfig(address.orElseThrow(), port.orElseThrow()),
        oci.orElseThrow(),
        secretsCheckInterval.orElseThrow());
  }

  private KafkaValues kafka() {
    Node section = root.fields().getOrDefault(KeyPath.KAFKA, root);
    KafkaValues kafka =
        new KafkaValues(section.location(), FlatSection.values(root, KeyPath.KAFKA, problems));
    new KafkaRules(problems).check(kafka);
    new SecurityRules(kafka, problems).check();
    return kafka;
  }

  private void checkTables(BronzeReader bronze, SilverReader silver) {
    checkApart(Keys.SILVER_PATH, silver.path(), "bronze", bronze.path());
    checkApart(Keys.BRONZE_QUARANTINE_PATH, bronze.quarantinePath(), "bronze", bronze.path());
    checkApart(Keys.BRONZE_QUARANTINE_PATH, bronze.quarantinePath(), "silver", silver.path());
    String deleted = "silver's deleted keys";
    checkApart(Keys.BRONZE_PATH, bronze.path(), deleted, silver.deletedPath());
    checkApart(Keys.BRONZE_QUARANTINE_PATH, bronze.quarantinePath(), deleted, silver.deletedPath());
    if (bronze.table().isPresent()
        && silver.table().isPresent()
        && bronze.table().get().equalsIgnoreCase(silver.table().get())) {
      problems.add(
          values.location(Keys.SILVER_TABLE),
          Keys.SILVER_TABLE.path(),
          "bronze has the same table name",
          "give the tables two names");
    }
  }

  private void checkApart(
      Key<String> key, Optional<String> path, String other, Optional<String> otherPath) {
    if (path.isPresent()
        && otherPath.isPresent()
        && TablePaths.overlap(path.get(), otherPath.get())) {
      problems.add(
          values.location(key),
          key.path(),
          "the table would lie at, in or around that of " + other + ", " + otherPath.get(),
          "give each table a directory of its own");
    }
  }

  private Optional<Duration> logRetention() {
    Key<Duration> key = Keys.TABLES_LOG_RETENTION;
    Optional<Duration> retention = values.read(key);
    if (retention.isPresent() && retention.get().compareTo(LEAST_LOG_RETENTION) < 0) {
      problems.add(
          values.location(key),
          key.path(),
          "readers and other instances may still work on a version as old as that",
          "write 1h or more");
    }
    return retention;
  }

  private Optional<Long> buffer() {
    Optional<Long> buffer = values.read(Keys.LIMITS_BUFFER);
    if (buffer.isPresent() && buffer.get() < LEAST_BUFFER) {
      problems.add(
          values.location(Keys.LIMITS_BUFFER),
          Keys.LIMITS_BUFFER.path(),
          "a single message may be larger",
          "write 1MB or more");
    }
    return buffer;
  }

  private Optional<Duration> storageDeadline(Node.Scalar maxPollInterval) {
    Key<Duration> key = Keys.LIMITS_STORAGE_DEADLINE;
    Optional<Duration> deadline = values.read(key);
    if (deadline.isPresent()
        && maxPollInterval.text().matches("\\d{1,18}")
        && 2 * deadline.get().toMillis() >= Long.parseLong(maxPollInterval.text())) {
      problems.add(
          values.isWritten(key) ? values.location(key) : maxPollInterval.location(),
          key.path(),
          "a thread may wait for two deadlines, and the group throws it out after max.poll.interval.ms, "
              + maxPollInterval.text(),
          "write less, or raise kafka.max.poll.interval.ms");
    }
    return deadline;
  }
}
