package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Silver columns that come from the time of a flush, bronze's or silver's, over however many rules:
 * two equal messages differ in them.
 */
final class FlushTimes {
  private final Set<String> silvers = new LinkedHashSet<>();
  private final Set<String> all = new LinkedHashSet<>();

  /**
   * @param rules in their order
   */
  FlushTimes(Columns<BronzeColumn> bronze, Columns<ColumnRule> rules) {
    for (ColumnRule rule : rules.asList()) {
      if (rule.origin() instanceof Origin.IngestTime
          || rule.origin().names().stream()
              .anyMatch(name -> !bronze.isDeclared(name) && silvers.contains(name))) {
        silvers.add(rule.name());
      }
      if (silvers.contains(rule.name())
          || rule.origin().names().stream().anyMatch(name -> isFlushTime(name, bronze))) {
        all.add(rule.name());
      }
    }
  }

  private boolean isFlushTime(String name, Columns<BronzeColumn> bronze) {
    return bronze.isDeclared(name) ? isFlushTime(bronze, name) : all.contains(name);
  }

  private static boolean isFlushTime(Columns<BronzeColumn> bronze, String name) {
    BronzeColumn column = bronze.find(name).orElse(null);
    if (column instanceof BronzeColumn.DateOf date) {
      return isFlushTime(bronze, date.column());
    }
    if (column instanceof BronzeColumn.HourOf hour) {
      return isFlushTime(bronze, hour.column());
    }
    return column instanceof BronzeColumn.IngestTime;
  }

  /** Whether a column comes from the time of a silver flush. */
  boolean isSilvers(String name) {
    return silvers.contains(name);
  }

  /** Whether a column comes from the time of any flush. */
  boolean contains(String name) {
    return all.contains(name);
  }
}
