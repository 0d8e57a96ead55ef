package io.alluvium.delta.kernel;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.CommitFiles;
import io.alluvium.delta.log.Commits;
import io.alluvium.delta.log.EngineRules;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.LogCleaner;
import io.alluvium.delta.log.LogTracker;
import io.alluvium.delta.log.LogUpkeep;
import io.alluvium.delta.log.TableCreation;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;

/**
 * A table whose commits are written by this program itself, one JSON file a version, and whose
 * snapshots and checkpoints come from Delta Kernel. Kernel's own transactions take one transaction
 * identifier a commit and write no metrics.
 *
 * <p>A commit reads only what was committed since the last one. Thread-safe; commits of one
 * instance wait for each other, those of others are met at the log store.
 */
public final class KernelTable implements TableLog {
  private final TableSpec spec;
  private final CommitFiles files;
  private final LogTracker tracker;
  private final LogUpkeep upkeep;
  private final Clock clock;

  private KernelTable(
      TableSpec spec, CommitFiles files, LogTracker tracker, LogUpkeep upkeep, Clock clock) {
    this.spec = spec;
    this.files = files;
    this.tracker = tracker;
    this.upkeep = upkeep;
    this.clock = clock;
  }

  /**
   * Opens a table whose rows are rewritten, or creates it at the lowest protocol that its
   * properties need.
   *
   * @throws io.alluvium.error.UserException if there is one that doesn't fit or can't be written
   */
  public static KernelTable openOrCreate(TableSpec spec, LogAccess access) throws IOException {
    return openOrCreate(spec, EngineRules.OWN_WRITER, access);
  }

  /** The same for a table of which the rules say what is done with it. */
  public static KernelTable openOrCreate(TableSpec spec, EngineRules rules, LogAccess access)
      throws IOException {
    CommitFiles files = new CommitFiles(access.store(), access.conf(), spec.path());
    TableCreation.createIfMissing(files, spec, access.clock().millis());
    Engine engine = DefaultEngine.create(access.conf());
    LogTracker tracker =
        new LogTracker(files, new KernelLoader(engine, spec), spec, rules, access.rewinds());
    tracker.upgrade(access.clock().millis());
    LogUpkeep upkeep =
        new LogUpkeep(
            new Checkpoints(engine, spec.path())::write,
            new LogCleaner(files, access.clock()),
            access.background());
    return new KernelTable(spec, files, tracker, upkeep, access.clock());
  }

  @Override
  public String path() {
    return spec.path();
  }

  @Override
  public TableSnapshot snapshot() throws IOException {
    return tracker.snapshot();
  }

  @Override
  public synchronized CommitOutcome commit(TableChange change) throws IOException {
    long attempted = -1;
    while (true) {
      LogTracker.Decision decision = tracker.decide(change);
      if (decision.outcome().isPresent()) {
        return decision.outcome().get();
      }
      long version = decision.version() + 1;
      if (version == attempted) {
        throw new IOException("version " + version + " of " + path() + " exists but can't be read");
      }
      attempted = version;
      Commit commit = new Commit(version, Commits.actions(change, clock.millis()));
      try {
        files.write(commit);
      } catch (FileAlreadyExistsException e) {
        // Somebody else's, or ours through an answer that was lost on the way: look and judge.
        continue;
      }
      tracker.written(commit);
      upkeep.committed(version, tracker.properties());
      return new CommitOutcome.Committed(version);
    }
  }
}
