package io.alluvium.config;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.derive.ColumnRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code silver.on-match} and what belongs to it. */
final class MatchingReader {
  private static final Set<OnMatch> BY_ARRIVAL = Set.of(OnMatch.ALWAYS, OnMatch.NEVER);

  private final Values values;
  private final Problems problems;
  private final Columns<ColumnRule> columns;
  private final FlushTimes flushTimes;
  private final List<String> key;
  private final Optional<OnMatch> onMatch;
  private final Optional<List<String>> sequenceBy;
  private final Optional<List<String>> compare;

  /**
   * @param columns of the table
   * @param key of the table, as far as it could be read
   */
  MatchingReader(
      Values values,
      Columns<ColumnRule> columns,
      FlushTimes flushTimes,
      List<String> key,
      Problems problems) {
    this.values = values;
    this.problems = problems;
    this.columns = columns;
    this.flushTimes = flushTimes;
    this.key = key;
    this.onMatch = values.read(Keys.SILVER_ON_MATCH);
    this.sequenceBy = values.read(Keys.SILVER_SEQUENCE_BY);
    this.compare = values.read(Keys.SILVER_COMPARE);
    checkPresence();
  }

  private void checkPresence() {
    OnMatch match = onMatch.orElse(OnMatch.CHANGED);
    if (BY_ARRIVAL.contains(match)) {
      refuse(
          Keys.SILVER_SEQUENCE_BY,
          "with on-match " + Words.of(match) + " the order of arrival decides, and nothing else",
          "remove it, or write on-match: newer or changed");
    } else if (match == OnMatch.NEWER && !values.isWritten(Keys.SILVER_SEQUENCE_BY)) {
      problems.add(
          values.location(Keys.SILVER_SEQUENCE_BY),
          Keys.SILVER_SEQUENCE_BY.path(),
          "this key is missing",
          "add it, as in sequence-by: [updated], or write on-match: changed for the order of"
              + " arrival");
    }
    if (match != OnMatch.CHANGED) {
      refuse(
          Keys.SILVER_COMPARE,
          "with on-match " + Words.of(match) + " nothing is compared",
          "remove it, or write on-match: changed");
    }
  }

  private void refuse(Key<?> written, String problem, String remedy) {
    if (values.isWritten(written)) {
      problems.add(values.location(written), written.path(), problem, remedy);
    }
  }

  void checkColumns(TableRules rules) {
    sequenceBy.ifPresent(
        names -> {
          rules.checkNotEmpty(Keys.SILVER_SEQUENCE_BY, names);
          rules.checkColumns(Keys.SILVER_SEQUENCE_BY, names, columns, this::sequenceComplaint);
        });
    compare.ifPresent(
        names -> {
          rules.checkNotEmpty(Keys.SILVER_COMPARE, names);
          rules.checkColumns(Keys.SILVER_COMPARE, names, columns, this::compareComplaint);
          checkSequenceIsCompared(names);
        });
  }

  private Optional<BadValueException> sequenceComplaint(String name) {
    if (flushTimes.isSilvers(name)) {
      return Optional.of(
          new BadValueException(
              "\"" + name + "\" is set when the newest row is written already",
              "name a column that comes with the message, or a copy of bronze's ingest time"));
    }
    if (is(OnMatch.CHANGED) && flushTimes.varies(name)) {
      return everyRecordWouldChange(name);
    }
    return keyComplaint(name);
  }

  private Optional<BadValueException> compareComplaint(String name) {
    return flushTimes.varies(name) ? everyRecordWouldChange(name) : keyComplaint(name);
  }

  private static Optional<BadValueException> everyRecordWouldChange(String name) {
    return Optional.of(
        new BadValueException(
            "\""
                + name
                + "\" is another at every flush or record, so every record would be a change",
            "leave it out, or write on-match: newer"));
  }

  private Optional<BadValueException> keyComplaint(String name) {
    return key.contains(name)
        ? Optional.of(
            new BadValueException(
                "\"" + name + "\" is part of the key, so rows of one key never differ in it",
                "leave it out"))
        : Optional.empty();
  }

  /** Or a record that is older than one that was let pass could still replace a row. */
  private void checkSequenceIsCompared(List<String> names) {
    for (String column : sequenceBy.orElse(List.of())) {
      if (!names.contains(column)) {
        problems.add(
            values.location(Keys.SILVER_COMPARE),
            Keys.SILVER_COMPARE.path(),
            "\""
                + column
                + "\" orders the rows, so one that differs in it only must be kept, or an older"
                + " row could come after it",
            "add it, or leave sequence-by out: then the order of arrival counts");
      }
    }
  }

  boolean is(OnMatch wanted) {
    return onMatch.filter(wanted::equals).isPresent();
  }

  /** What tells first which of two rows is newer, if anything does. */
  Optional<String> firstSequence() {
    return sequenceBy.stream().flatMap(List::stream).findFirst();
  }

  /** The rules, of which nothing may be missing or wrong. */
  Matching matching() {
    return new Matching(
        onMatch.orElseThrow(),
        sequenceBy.orElse(List.of()),
        onMatch.orElseThrow() == OnMatch.CHANGED ? compare.orElseGet(this::all) : List.of());
  }

  /** All that a message can change. */
  private List<String> all() {
    return columns.declared().stream()
        .filter(name -> !key.contains(name) && !flushTimes.varies(name))
        .toList();
  }
}
