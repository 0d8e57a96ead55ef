package io.alluvium.config;

import io.alluvium.config.Matching.OnMatch;
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
  private final MatchingReader matching;
  private final DeletionReader deletion;
  private final Optional<Boolean> vectors;
  private final Optional<Boolean> changeData;
  private final Optional<Long> targetFileBytes;
  private final List<ColumnRule> rules;
  private final Columns<ColumnRule> columns;
  private final FlushTimes flushTimes;

  SilverReader(
      Values values, Path workingDirectory, Columns<BronzeColumn> bronze, Problems problems) {
    path = new PathReader(values, workingDirectory, problems).read(Keys.SILVER_PATH);
    table = values.read(Keys.SILVER_TABLE);
    flushInterval = values.read(Keys.SILVER_FLUSH_INTERVAL);
    partitionBy = values.read(Keys.SILVER_PARTITION_BY);
    key = values.read(Keys.SILVER_KEY);
    vectors = values.read(Keys.SILVER_DELETION_VECTORS);
    changeData = values.read(Keys.SILVER_CHANGE_DATA_FEED);
    targetFileBytes = values.read(Keys.SILVER_TARGET_FILE_SIZE);
    Optional<Node.Fields> fields = values.read(Keys.SILVER_COLUMNS);
    boolean readable = fields.isPresent() && !bronze.declared().isEmpty();
    Columns<ColumnRule> all =
        readable
            ? new SilverColumnsReader(bronze, problems).read(fields.get())
            : new Columns<>(Set.of(), ColumnRule::type);
    rules = all.asList();
    columns = all.where(ColumnRule::isKept);
    flushTimes = new FlushTimes(bronze, all);
    matching = new MatchingReader(values, columns, flushTimes, key.orElse(List.of()), problems);
    deletion = new DeletionReader(values, bronze, all, problems);
    if (readable) {
      checkLists(new TableRules(values, problems));
      deletion.check(key.orElse(List.of()), matching);
    }
  }

  private void checkLists(TableRules rules) {
    partitionBy.ifPresent(names -> rules.checkPartitions(Keys.SILVER_PARTITION_BY, names, columns));
    key.ifPresent(
        names -> {
          rules.checkNotEmpty(Keys.SILVER_KEY, names);
          rules.checkColumns(Keys.SILVER_KEY, names, columns, this::keyComplaint);
        });
    matching.checkColumns(rules);
  }

  private Optional<BadValueException> keyComplaint(String name) {
    if (flushTimes.contains(name)) {
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

  Optional<String> path() {
    return path;
  }

  /** Where the table of deleted keys lies, if there may be one. */
  Optional<String> deletedPath() {
    return deletion.byRecords() ? path.map(SilverConfig::deletedPath) : Optional.empty();
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
        rules,
        key.orElseThrow(),
        determined(),
        matching.matching(),
        deletion.deletion(matching),
        vectors.orElseThrow() ? Marking.VECTORS : Marking.NONE,
        targetFileBytes.orElseThrow(),
        flushInterval.orElseThrow());
  }

  /** Of records that are no change to each other, any may have been kept. */
  private List<String> determined() {
    Matching match = matching.matching();
    return columns.declared().stream()
        .filter(
            name ->
                match.onMatch() == OnMatch.CHANGED
                    ? key.orElseThrow().contains(name) || match.compare().contains(name)
                    : !flushTimes.isSilvers(name))
        .toList();
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
