package io.alluvium.config;

import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.config.SourceConfig.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code source}. */
final class SourceReader {
  private static final Duration LONGEST_FETCH_INTERVAL = Duration.ofSeconds(10);

  private final Values values;
  private final Path workingDirectory;
  private final Problems problems;
  private final Optional<String> topic;
  private final Optional<Start> start;
  private final Optional<SourceConfig.OnGap> onGap;
  private final Optional<Duration> fetchInterval;

  SourceReader(Values values, Path workingDirectory, Problems problems) {
    this.values = values;
    this.workingDirectory = workingDirectory;
    this.problems = problems;
    this.topic = values.read(Keys.SOURCE_TOPIC);
    this.start = start();
    this.onGap = values.read(Keys.SOURCE_ON_GAP);
    this.fetchInterval = readFetchInterval();
  }

  /** Only if there is no problem. */
  SourceConfig config() {
    return new SourceConfig(
        topic.orElseThrow(), start.orElseThrow(), onGap.orElseThrow(), fetchInterval);
  }

  /** Empty if there is none to be, or a wrong one is written. */
  Optional<Duration> fetchInterval() {
    return fetchInterval;
  }

  private Optional<Duration> readFetchInterval() {
    Optional<Duration> interval = values.read(Keys.SOURCE_FETCH_INTERVAL);
    if (interval.filter(span -> span.compareTo(LONGEST_FETCH_INTERVAL) > 0).isPresent()) {
      problem(
          Keys.SOURCE_FETCH_INTERVAL,
          "rebalances and commits would wait as long",
          "write 10s or less");
    }
    return interval;
  }

  private Optional<Start> start() {
    Optional<Start> bronze = values.read(Keys.SOURCE_START);
    Optional<Start> silver = values.read(Keys.SOURCE_SILVER_START);
    boolean fromSpark = bronze.filter(SparkCheckpoint.class::isInstance).isPresent();
    if (!fromSpark) {
      if (bronze.isPresent() && values.isWritten(Keys.SOURCE_SILVER_START)) {
        problem(
            Keys.SOURCE_SILVER_START,
            "silver starts where bronze does, unless Spark jobs filled both",
            "remove it, or set source.start to a Spark checkpoint");
      }
      return bronze;
    }
    if (!values.isWritten(Keys.SOURCE_SILVER_START)) {
      problem(
          Keys.SOURCE_SILVER_START,
          "the job that merged silver may be behind bronze, and what it hasn't merged would be missing",
          "name its checkpoint, as in silver-start: spark-checkpoint:/checkpoints/silver, or write"
              + " earliest to reduce again what the topic still holds");
    }
    Optional<String> bronzePath = path(Keys.SOURCE_START, bronze);
    Optional<String> silverPath = path(Keys.SOURCE_SILVER_START, silver);
    return bronzePath.map(path -> new SparkCheckpoint(path, silverPath));
  }

  private Optional<String> path(Key<Start> key, Optional<Start> start) {
    if (!(start.orElse(null) instanceof SparkCheckpoint checkpoint)) {
      return Optional.empty();
    }
    try {
      return Optional.of(TablePaths.absolute(checkpoint.bronze(), workingDirectory));
    } catch (BadValueException e) {
      problems.add(values.location(key), key.path(), e);
      return Optional.empty();
    }
  }

  private void problem(Key<?> key, String reason, String remedy) {
    problems.add(values.location(key), key.path(), reason, remedy);
  }
}
