package io.alluvium.maintain;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.kernel.KernelReferences;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.vacuum.TableReferences;
import io.alluvium.delta.vacuum.TableVacuum;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.pipeline.PipelineTables;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Removes files that no version of a table within its retention needs. */
public final class Vacuum {
  private static final Duration LEAST_RETENTION = Duration.ofHours(1);

  private final TableAccess access;
  private final Duration commitTime;
  private final Safety safety;
  private final Clock clock;

  /** Whether a retention may be so short that a commit under way could lose its files. */
  public enum Safety {
    CHECKED,
    /** The caller knows that nobody writes. */
    FORCED
  }

  public Vacuum(PipelineConfig config, Safety safety, Clock clock) {
    this.access = PipelineTables.access(config);
    // A batch may try for the deadline, and its files may have been written at the beginning.
    Duration patience = config.limits().storageDeadline().multipliedBy(2);
    this.commitTime = patience.compareTo(LEAST_RETENTION) > 0 ? patience : LEAST_RETENTION;
    this.safety = safety;
    this.clock = clock;
  }

  /**
   * What can go of one table.
   *
   * @param version up to which the log was read
   * @param retention that was used
   */
  public record TablePlan(TableVacuum.Plan plan, long version, Duration retention) {}

  /**
   * Finds what can go and changes nothing; empty if there is no table.
   *
   * @param wanted retention; empty = the table's own ({@code delta.deletedFileRetentionDuration}, a
   *     week if it has none)
   * @throws io.alluvium.error.UserException if the retention is too short
   */
  public Optional<TablePlan> plan(ReadOnlyLog log, Optional<Duration> wanted) throws IOException {
    Optional<TableSnapshot> table = log.find();
    if (table.isEmpty()) {
      return Optional.empty();
    }
    Configuration conf = access.conf();
    TableReferences before = KernelReferences.read(log.spec(), conf);
    Duration retention = wanted.orElse(before.retention());
    if (safety == Safety.CHECKED && retention.compareTo(commitTime) < 0) {
      throw UpkeepErrors.vacuumTooSoon(retention, commitTime);
    }
    TableVacuum.Ages ages = new TableVacuum.Ages(clock.millis(), retention, commitTime);
    TableVacuum.Plan plan =
        storage(log).plan(table.get(), () -> references(log, conf, retention, ages.since()), ages);
    return Optional.of(new TablePlan(plan, before.version(), retention));
  }

  /** Removes it. */
  public void apply(ReadOnlyLog log, TablePlan plan) throws IOException {
    storage(log).apply(plan.plan());
  }

  private TableVacuum storage(ReadOnlyLog log) {
    return new TableVacuum(access.files(log.spec().path()));
  }

  private static TableReferences references(
      ReadOnlyLog log, Configuration conf, Duration retention, long since) throws IOException {
    TableReferences now = KernelReferences.read(log.spec(), conf);
    // Beyond its own retention a table forgets what was removed; the commits still tell.
    return retention.compareTo(now.retention()) > 0
        ? now.with(removedSince(log, now.version(), since))
        : now;
  }

  private static List<Action.Remove> removedSince(ReadOnlyLog log, long newest, long since)
      throws IOException {
    List<Action.Remove> removed = new ArrayList<>();
    for (long version = newest; version >= 0; version--) {
      Optional<Commit> commit = log.commit(version);
      if (commit.isEmpty()) {
        return removed;
      }
      boolean old = false;
      for (Action action : commit.get().actions()) {
        if (action instanceof Action.Remove remove) {
          removed.add(remove);
        } else if (action instanceof Action.CommitInfo info) {
          old = info.timestamp() < since;
        }
      }
      if (old) {
        return removed;
      }
    }
    return removed;
  }
}
