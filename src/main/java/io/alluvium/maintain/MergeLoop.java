package io.alluvium.maintain;

import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.compact.MergeGroup;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.compact.OptimizeOperation;
import io.alluvium.delta.compact.TableMerger;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.error.UpkeepErrors;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** Plans and merges again and again until a plan is empty. */
final class MergeLoop {
  private static final int TRIES = 5;

  /** What one commit takes at most, if its first file isn't larger: what a conflict costs. */
  private static final long BYTES_A_COMMIT = 1L << 30;

  private final TableSpec spec;
  private final TableLog table;
  private final TableMerger merger;

  MergeLoop(TableSpec spec, TableLog table, TableStorage storage, Clock clock) {
    this.spec = spec;
    this.table = table;
    this.merger =
        new TableMerger(table, storage, clock, OptimizeOperation.Trigger.PERSON, () -> false);
  }

  /** What is to be merged of a version. */
  @FunctionalInterface
  interface Planner {
    List<MergeGroup> plan(TableSnapshot snapshot) throws IOException;
  }

  MergeReport run(Planner planner) throws IOException {
    MergeReport total = MergeReport.NOTHING;
    int conflicts = 0;
    while (true) {
      TableSnapshot snapshot = table.snapshot();
      List<MergeGroup> groups = planner.plan(snapshot);
      if (groups.isEmpty()) {
        return total;
      }
      MergeReport report =
          merger.merge(snapshot, MergeGroup.first(groups, BYTES_A_COMMIT), group -> true);
      total = total.plus(report);
      conflicts = report.commits() > 0 ? 0 : conflicts + 1;
      if (conflicts == TRIES) {
        throw UpkeepErrors.optimizeOvertaken(spec.name(), TRIES);
      }
    }
  }
}
