package io.alluvium.delta.log;

import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.TableErrors;
import io.alluvium.row.Column;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses tables that this program must not write, when they are opened and whenever they change.
 */
final class TableGuard {
  private static final Logger LOG = LoggerFactory.getLogger(TableGuard.class);

  /**
   * Delta drops transaction versions that are older: our positions, if nothing came for a while.
   */
  private static final String FORGETS_POSITIONS = "delta.setTransactionRetentionDuration";

  private final TableSpec spec;
  private final EngineRules rules;

  TableGuard(TableSpec spec, EngineRules rules) {
    this.spec = spec;
    this.rules = rules;
  }

  /**
   * Checks a table that is opened, and warns of what it has in vain. Columns that it lacks can be
   * added.
   */
  void open(LogState state) {
    TableFit fit = checked(state);
    if (!fit.differences().isEmpty()) {
      throw TableErrors.tableSchemaDiffers(spec.name(), spec.path(), fit.differences());
    }
    if (!fit.ignored().isEmpty()) {
      LOG.warn(
          "table {} at {} has columns that the configuration hasn't, and gets null in them: {}",
          spec.name(),
          spec.path(),
          String.join(", ", fit.ignored()));
    }
    List<String> idle = IdleProperties.find(state.protocol(), state.metadata().configuration());
    if (!idle.isEmpty()) {
      LOG.warn(
          "table {} at {} has {}, which is ignored: the table's protocol lacks the feature",
          spec.name(),
          spec.path(),
          String.join(", ", idle));
    }
  }

  private TableFit checked(LogState state) {
    checkWritable(state);
    return TableFit.of(spec, state.metadata(), rules.extraColumns());
  }

  /** Checks all but the columns. */
  void checkWritable(LogState state) {
    List<String> unknown =
        ProtocolRules.unknown(state.protocol(), state.metadata().configuration(), rules);
    if (!unknown.isEmpty()) {
      throw TableErrors.tableFeaturesUnknown(
          spec.name(), spec.path(), unknown, FeatureSteps.drop(unknown));
    }
    String retention = state.metadata().configuration().get(FORGETS_POSITIONS);
    if (retention != null) {
      throw TableErrors.tableForgetsPositions(
          spec.name(), spec.path(), FORGETS_POSITIONS, retention);
    }
  }

  /** Checks a table's next state, which has to be the same table as before. */
  void check(LogState before, LogState after) {
    if (!before.metadata().id().equals(after.metadata().id())) {
      throw TableErrors.tableReplaced(spec.name(), spec.path());
    }
    if (!after.metadata().equals(before.metadata())
        || !after.protocol().equals(before.protocol())) {
      checkRedefined(before, after);
    }
  }

  /** A column that was there must be there; one that is to be added comes when it comes. */
  private void checkRedefined(LogState before, LogState after) {
    TableFit fit = checked(after);
    List<String> differences = new ArrayList<>(fit.differences());
    List<Column> missingBefore =
        TableFit.of(spec, before.metadata(), rules.extraColumns()).missing();
    fit.missing().stream()
        .filter(column -> !missingBefore.contains(column))
        .forEach(column -> differences.add("column %s is gone".formatted(column.name())));
    if (!differences.isEmpty()) {
      throw TableErrors.tableRedefined(spec.name(), spec.path(), after.version(), differences);
    }
  }

  /** Append-only tables lose no rows (Delta protocol, "Append-only Tables"). */
  void check(TableChange change, LogState state) {
    boolean appendOnly =
        Boolean.parseBoolean(state.metadata().configuration().get("delta.appendOnly"));
    if (appendOnly && !change.removes().isEmpty()) {
      throw TableErrors.tableAppendOnly(spec.name(), spec.path());
    }
  }
}
