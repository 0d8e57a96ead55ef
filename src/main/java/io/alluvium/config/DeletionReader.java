package io.alluvium.config;

import io.alluvium.config.Deletion.Expiry;
import io.alluvium.config.Deletion.Tombstones;
import io.alluvium.config.Matching.OnMatch;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Condition;
import io.alluvium.derive.Constants;
import io.alluvium.row.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reads what takes rows out of silver. */
final class DeletionReader {
  private final Values values;
  private final Problems problems;
  private final Columns<BronzeColumn> bronze;
  private final Columns<ColumnRule> rules;

  private final Optional<Condition> when;
  private final Tombstones tombstones;
  private final Optional<Duration> remember;
  private final Optional<Expiry> expiry;

  /**
   * @param rules of silver, those of dropped columns too
   */
  DeletionReader(
      Values values, Columns<BronzeColumn> bronze, Columns<ColumnRule> rules, Problems problems) {
    this.values = values;
    this.problems = problems;
    this.bronze = bronze;
    this.rules = rules;
    this.when = values.read(Keys.SILVER_DELETE_WHEN);
    this.tombstones = values.read(Keys.SILVER_TOMBSTONES).orElse(Tombstones.IGNORE);
    this.remember = values.read(Keys.SILVER_REMEMBER_DELETES);
    this.expiry = values.read(Keys.SILVER_EXPIRE_AFTER);
  }

  /**
   * @param key of the table, as far as it could be read
   */
  void check(List<String> key, MatchingReader matching) {
    when.ifPresent(this::checkCondition);
    expiry.ifPresent(this::checkExpiry);
    checkTombstones(key);
    boolean byRecords = byRecords();
    if (byRecords && matching.is(OnMatch.NEVER)) {
      add(
          when.isPresent() ? Keys.SILVER_DELETE_WHEN : Keys.SILVER_TOMBSTONES,
          "with on-match never the first record of a key stays, whatever comes",
          "remove it, or write on-match: changed");
    }
    if (values.isWritten(Keys.SILVER_REMEMBER_DELETES)) {
      checkRemembering(byRecords, matching);
    }
  }

  /** Whether records may delete, so that there may be a table of deleted keys. */
  boolean byRecords() {
    return when.isPresent() || tombstones != Tombstones.IGNORE;
  }

  private void checkRemembering(boolean byRecords, MatchingReader matching) {
    Optional<String> sequence = matching.firstSequence();
    if (!byRecords) {
      add(
          Keys.SILVER_REMEMBER_DELETES,
          "no record deletes, so there is nothing to remember",
          "remove it, or write delete-when or tombstones");
    } else if (sequence.isEmpty()) {
      add(
          Keys.SILVER_REMEMBER_DELETES,
          "without sequence-by no record is older than another, so nothing is remembered",
          "remove it");
    } else if (rules.type(sequence.get()).filter(type -> type != Type.TIMESTAMP).isPresent()) {
      add(
          Keys.SILVER_REMEMBER_DELETES,
          "\"" + sequence.get() + "\" is no timestamp, so deleted keys are remembered for ever",
          "remove it, or put a timestamp first in sequence-by");
    }
  }

  private void checkCondition(Condition condition) {
    condition.comparisons().forEach(this::checkComparison);
  }

  private void checkComparison(Condition.Comparison comparison) {
    String name = comparison.column();
    if (!bronze.isDeclared(name) && !rules.isDeclared(name)) {
      Set<String> names = new LinkedHashSet<>(rules.declared());
      names.addAll(bronze.declared());
      add(
          Keys.SILVER_DELETE_WHEN,
          "neither table has a column \"" + name + "\"",
          Suggestion.among(name, names));
      return;
    }
    Optional<Type> type = rules.isDeclared(name) ? rules.type(name) : bronze.type(name);
    type.ifPresent(found -> checkValues(comparison.values(), found));
  }

  private void checkValues(List<String> texts, Type type) {
    for (String text : texts) {
      try {
        Constants.row(text, type);
      } catch (IllegalArgumentException e) {
        add(Keys.SILVER_DELETE_WHEN, e.getMessage(), "compare with a value of that type");
      }
    }
  }

  private void checkExpiry(Expiry rule) {
    Columns<ColumnRule> kept = rules.where(ColumnRule::isKept);
    if (!kept.isDeclared(rule.column())) {
      add(
          Keys.SILVER_EXPIRE_AFTER,
          "silver has no column \"" + rule.column() + "\"",
          Suggestion.among(rule.column(), kept.declared()));
    } else if (kept.type(rule.column()).filter(type -> type != Type.TIMESTAMP).isPresent()) {
      add(
          Keys.SILVER_EXPIRE_AFTER,
          "\"%s\" is %s, not timestamp"
              .formatted(rule.column(), kept.type(rule.column()).get().sqlName()),
          "name a timestamp column");
    }
  }

  /** Bronze has to know a tombstone for one, whose it is and when it came: silver is made of it. */
  private void checkTombstones(List<String> key) {
    if (tombstones == Tombstones.IGNORE) {
      return;
    }
    requireBronze("payload", BronzeColumn.Payload.class::isInstance);
    requireBronze("record-key", c -> isPart(c, Part.KEY));
    requireBronze("record-offset", c -> isPart(c, Part.OFFSET));
    if (tombstones == Tombstones.RAW_KEY && key.size() > 1) {
      add(
          Keys.SILVER_TOMBSTONES,
          "the record key is one text, and silver's key has " + key.size() + " columns",
          "write json-key, if it is a JSON object of them");
    } else if (tombstones == Tombstones.RAW_KEY && key.size() == 1) {
      checkRawKey(key.get(0));
    }
  }

  private void checkRawKey(String key) {
    Optional<ColumnRule> rule = rules.find(key);
    if (rule.isPresent() && TombstoneKey.source(rule.get(), bronze).isEmpty()) {
      add(
          Keys.SILVER_TOMBSTONES,
          "\""
              + key
              + "\" isn't made of one field of the message, so that the record key's text"
              + " can't take its place",
          "write json-key, or make the key column of one field");
    }
  }

  private static boolean isPart(BronzeColumn column, Part wanted) {
    return column instanceof FromRecord from && from.part() == wanted;
  }

  private void requireBronze(String word, Predicate<BronzeColumn> wanted) {
    Collection<BronzeColumn> columns = bronze.asList();
    if (columns.stream().noneMatch(wanted)) {
      add(
          Keys.SILVER_TOMBSTONES,
          "bronze keeps no " + word + ", without which it couldn't tell whom a tombstone deletes",
          "add a column to bronze.columns, as in " + word.replace('-', '_') + ": " + word);
    }
  }

  private void add(Key<?> key, String problem, String remedy) {
    problems.add(values.location(key), key.path(), problem, remedy);
  }

  /** The rules, of which nothing may be wrong. */
  Deletion deletion(MatchingReader matching) {
    boolean timed =
        matching.firstSequence().flatMap(rules::type).filter(Type.TIMESTAMP::equals).isPresent();
    return new Deletion(
        when, tombstones, byRecords() && timed ? remember : Optional.empty(), expiry);
  }
}
