package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Silver columns that come from the time of a flush, bronze's or silver's, or from what else two
 * equal messages differ in, over however many rules.
 */
final class FlushTimes {
  private final Columns<BronzeColumn> bronze;
  private final Set<String> silvers = new LinkedHashSet<>();
  private final Set<String> all = new LinkedHashSet<>();
  private final Set<String> varying = new LinkedHashSet<>();

  /**
   * @param rules in their order
   */
  FlushTimes(Columns<BronzeColumn> bronze, Columns<ColumnRule> rules) {
    this.bronze = bronze;
    for (ColumnRule rule : rules.asList()) {
      if (rule.origin() instanceof Origin.IngestTime || isMadeOf(rule, silvers, column -> false)) {
        silvers.add(rule.name());
      }
      if (silvers.contains(rule.name()) || isMadeOf(rule, all, FlushTimes::isFlushTime)) {
        all.add(rule.name());
      }
      if (all.contains(rule.name()) || isMadeOf(rule, varying, FlushTimes::isOfOneRecord)) {
        varying.add(rule.name());
      }
    }
  }

  /**
   * @param above rules that are known to be so
   * @param source bronze columns that are
   */
  private boolean isMadeOf(ColumnRule rule, Set<String> above, Predicate<BronzeColumn> source) {
    return rule.origin().names().stream()
        .anyMatch(name -> bronze.isDeclared(name) ? comesFrom(name, source) : above.contains(name));
  }

  private boolean comesFrom(String name, Predicate<BronzeColumn> source) {
    BronzeColumn column = bronze.find(name).orElse(null);
    if (column instanceof BronzeColumn.DateOf date) {
      return comesFrom(date.column(), source);
    }
    if (column instanceof BronzeColumn.HourOf hour) {
      return comesFrom(hour.column(), source);
    }
    return column != null && source.test(column);
  }

  private static boolean isFlushTime(BronzeColumn column) {
    return column instanceof BronzeColumn.IngestTime;
  }

  private static boolean isOfOneRecord(BronzeColumn column) {
    return column instanceof FromRecord part
        && (part.part() == Part.OFFSET || part.part() == Part.TIMESTAMP);
  }

  /** Whether a column comes from the time of a silver flush. */
  boolean isSilvers(String name) {
    return silvers.contains(name);
  }

  /** Whether a column comes from the time of any flush. */
  boolean contains(String name) {
    return all.contains(name);
  }

  /** Whether two equal messages differ in a column. */
  boolean varies(String name) {
    return varying.contains(name);
  }
}
