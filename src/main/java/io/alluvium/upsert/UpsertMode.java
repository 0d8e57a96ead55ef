package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.store.ReplacedRows;
import io.alluvium.store.RewritePlan;
import java.util.Optional;

/**
 * How a table takes upserts.
 *
 * @param rewrites which files a flush replaces
 * @param compaction what is put together in the background; empty where flushes do that too
 * @param replaced whether change data is wanted
 */
public record UpsertMode(
    RewritePlan<DataFile> rewrites, Optional<CompactionPlan> compaction, ReplacedRows replaced) {

  /** Whether superseded rows may be marked, as far as the configuration has a say. */
  public enum Marking {
    VECTORS,
    /** Never, whatever the table allows. */
    NONE
  }

  /**
   * What the table and the configuration come to.
   *
   * @param compaction for the owner's files
   */
  public static UpsertMode of(
      TableSnapshot table, Marking marking, Owner.Untagged untagged, CompactionPlan compaction) {
    ReplacedRows replaced = table.wantsChangeData() ? ReplacedRows.KEEP : ReplacedRows.FORGET;
    return marking == Marking.VECTORS && table.takesVectors()
        ? new UpsertMode(new MergeOnReadPlan(untagged), Optional.of(compaction), replaced)
        : new UpsertMode(new CopyOnWritePlan(compaction), Optional.empty(), replaced);
  }
}
