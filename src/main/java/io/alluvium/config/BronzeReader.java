package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.delta.TableSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code bronze} section. */
final class BronzeReader {
  private static final long LEAST_TARGET = 64 << 10;

  private final Optional<String> path;
  private final Optional<String> quarantinePath;
  private final Optional<String> table;
  private final Optional<Duration> flushInterval;
  private final Optional<BronzeConfig.Compaction> compaction;
  private final Optional<Long> targetFileSize;
  private final Optional<List<String>> partitionBy;
  private final Optional<BronzeConfig.Engine> engine;
  private final Columns<BronzeColumn> columns;

  BronzeReader(Values values, Path workingDirectory, Problems problems) {
    PathReader paths = new PathReader(values, workingDirectory, problems);
    path = paths.read(Keys.BRONZE_PATH);
    quarantinePath =
        paths.read(Keys.BRONZE_QUARANTINE_PATH).or(() -> path.map(p -> p + "_quarantine"));
    table = values.read(Keys.BRONZE_TABLE);
    flushInterval = values.read(Keys.BRONZE_FLUSH_INTERVAL);
    compaction = values.read(Keys.BRONZE_COMPACTION);
    targetFileSize = values.read(Keys.BRONZE_TARGET_FILE_SIZE);
    if (targetFileSize.isPresent() && targetFileSize.get() < LEAST_TARGET) {
      problems.add(
          values.location(Keys.BRONZE_TARGET_FILE_SIZE),
          Keys.BRONZE_TARGET_FILE_SIZE.path(),
          "files of this size are small ones",
          "write 64KB or more");
    }
    partitionBy = values.read(Keys.BRONZE_PARTITION_BY);
    engine = values.read(Keys.BRONZE_ENGINE);
    Optional<Node.Fields> fields = values.read(Keys.BRONZE_COLUMNS);
    columns =
        fields
            .map(new BronzeColumnsReader(problems)::read)
            .orElseGet(() -> new Columns<>(Set.of(), BronzeColumn::type));
    if (fields.isPresent()) {
      partitionBy.ifPresent(
          names ->
              new TableRules(values, problems)
                  .checkPartitions(Keys.BRONZE_PARTITION_BY, names, columns));
    }
  }

  Optional<String> path() {
    return path;
  }

  Optional<String> quarantinePath() {
    return quarantinePath;
  }

  Optional<String> table() {
    return table;
  }

  Columns<BronzeColumn> columns() {
    return columns;
  }

  /** The section, of which nothing may be missing or wrong. */
  BronzeConfig config(TablesConfig tables) {
    return new BronzeConfig(
        new TableSpec(
            table.orElseThrow(),
            path.orElseThrow(),
            columns.schema(),
            partitionBy.orElseThrow(),
            tables.properties()),
        columns.asList(),
        flushInterval.orElseThrow(),
        quarantinePath.orElseThrow(),
        engine.orElseThrow(),
        compaction.orElseThrow(),
        targetFileSize.orElseThrow());
  }
}
