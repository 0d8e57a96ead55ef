package io.alluvium.config;

import io.alluvium.config.SilverConfig.OnMatch;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.TableFeatures;
import io.alluvium.derive.ColumnRule;
import io.alluvium.row.Type;
import io.alluvium.upsert.UpsertMode.Marking;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads the {@code silver} section. */
final class SilverReader {
  private final Optional<String> path;
  private final Optional<String> table;
  private final Optional<Duration> flushInterval;
  private final Optional<List<String>> partitionBy;
  private final Optional<List<String>> key;
  private final Optional<List<String>> sequenceBy;
  private final Optional<OnMatch> onMatch;
  private final Optional<Boolean> vectors;
  private final Optional<Boolean> changeData;
  private final Optional<Long> targetFileBytes;
  private final Columns<ColumnRule> columns;

  SilverReader(
      Values values, Path workingDirectory, Columns<BronzeColumn> bronze, Problems problems) {
    path = new PathReader(values, workingDirectory, problems).read(Keys.SILVER_PATH);
    table = values.read(Keys.SILVER_TABLE);
    flushInterval = values.read(Keys.SILVER_FLUSH_INTERVAL);
    partitionBy = values.read(Keys.SILVER_PARTITION_BY);
    key = values.read(Keys.SILVER_KEY);
    sequenceBy = values.read(Keys.SILVER_SEQUENCE_BY);
    onMatch = values.read(Keys.SILVER_ON_MATCH);
    vectors = values.read(Keys.SILVER_DELETION_VECTORS);
    changeData = values.read(Keys.SILVER_CHANGE_DATA_FEED);
    targetFileBytes = values.read(Keys.SILVER_TARGET_FILE_SIZE);
    Optional<Node.Fields> fields = values.read(Keys.SILVER_COLUMNS);
    boolean readable = fields.isPresent() && !bronze.declared().isEmpty();
    columns =
        readable
            ? new SilverColumnsReader(bronze, problems).read(fields.get())
            : new Columns<>(Set.of(), ColumnRule::type);
    if (readable) {
      checkLists(new TableRules(values, problems));
    }
  }

  private void checkLists(TableRules rules) {
    partitionBy.ifPresent(names -> rules.checkPartitions(Keys.SILVER_PARTITION_BY, names, columns));
    key.ifPresent(
        names -> {
          rules.checkNotEmpty(Keys.SILVER_KEY, names);
          rules.checkColumns(Keys.SILVER_KEY, names, columns, this::keyComplaint);
        });
    sequenceBy.ifPresent(
        names -> {
          rules.checkNotEmpty(Keys.SILVER_SEQUENCE_BY, names);
          rules.checkColumns(Keys.SILVER_SEQUENCE_BY, names, columns, this::sequenceComplaint);
        });
  }

  private Optional<BadValueException> keyComplaint(String name) {
    if (isIngestTime(name)) {
      return Optional.of(
          new BadValueException(
              "\"" + name + "\" is another at every flush and identifies nothing",
              "name columns that come with the message"));
    }
    return columns
        .type(name)
        .filter(type -> type == Type.DOUBLE)
        .map(
            type ->
                new BadValueException(
                    "\"" + name + "\" is double, whose NaN and -0.0 equal in one engine only",
                    "name a string, int, bigint, decimal, boolean, date or timestamp column"));
  }

  private Optional<BadValueException> sequenceComplaint(String name) {
    if (isIngestTime(name)) {
      return Optional.of(
          new BadValueException(
              "\"" + name + "\" is set when the newest row is written already",
              "name a column that comes with the message, or a copy of bronze's ingest time"));
    }
    return key.filter(names -> names.contains(name))
        .map(
            names ->
                new BadValueException(
                    "\"" + name + "\" is part of the key, so rows of one key never differ in it",
                    "leave it out"));
  }

  private boolean isIngestTime(String name) {
    return columns.find(name).orElse(null) instanceof ColumnRule.IngestTime;
  }

  Optional<String> path() {
    return path;
  }

  Optional<String> table() {
    return table;
  }

  /** The section, of which nothing may be missing or wrong. */
  SilverConfig config(TablesConfig tables) {
    return new SilverConfig(
        new TableSpec(
            table.orElseThrow(),
            path.orElseThrow(),
            columns.schema(),
            partitionBy.orElseThrow(),
            properties(tables)),
        columns.asList(),
        key.orElseThrow(),
        sequenceBy.orElseThrow(),
        onMatch.orElseThrow(),
        vectors.orElseThrow() ? Marking.VECTORS : Marking.NONE,
        targetFileBytes.orElseThrow(),
        flushInterval.orElseThrow());
  }

  /** What isn't wanted isn't turned off: a table that has it keeps it. */
  private Map<String, String> properties(TablesConfig tables) {
    Map<String, String> properties = new TreeMap<>(tables.properties());
    if (vectors.orElseThrow()) {
      properties.put(TableFeatures.ENABLE_VECTORS, "true");
    }
    if (changeData.orElseThrow()) {
      properties.put(TableFeatures.ENABLE_CHANGE_DATA, "true");
    }
    return properties;
  }
}
