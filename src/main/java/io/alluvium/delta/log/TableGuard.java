package io.alluvium.delta.log;

import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.Errors;
import java.util.List;

/**
 * Refuses tables that this program must not write, when they are opened and whenever they change.
 */
final class TableGuard {
  private final TableSpec spec;
  private final EngineRules rules;

  TableGuard(TableSpec spec, EngineRules rules) {
    this.spec = spec;
    this.rules = rules;
  }

  void check(LogState state) {
    List<String> unknown = ProtocolRules.unknown(state.protocol(), rules);
    if (!unknown.isEmpty()) {
      throw Errors.tableFeaturesUnknown(spec.name(), spec.path(), unknown);
    }
    List<String> differences = TableFit.differences(spec, state.metadata(), rules.extraColumns());
    if (!differences.isEmpty()) {
      throw Errors.tableSchemaDiffers(spec.name(), spec.path(), differences);
    }
  }

  /** Checks a table's next state, which has to be the same table as before. */
  void check(LogState before, LogState after) {
    if (!before.metadata().id().equals(after.metadata().id())) {
      throw Errors.tableReplaced(spec.name(), spec.path());
    }
    if (!after.metadata().equals(before.metadata())
        || !after.protocol().equals(before.protocol())) {
      check(after);
    }
  }

  /** Append-only tables lose no rows (Delta protocol, "Append-only Tables"). */
  void check(TableChange change, LogState state) {
    boolean appendOnly =
        Boolean.parseBoolean(state.metadata().configuration().get("delta.appendOnly"));
    if (appendOnly && !change.removes().isEmpty()) {
      throw Errors.tableAppendOnly(spec.name(), spec.path());
    }
  }
}
