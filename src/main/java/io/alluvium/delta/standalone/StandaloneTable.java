package io.alluvium.delta.standalone;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.CommitFiles;
import io.alluvium.delta.log.Commits;
import io.alluvium.delta.log.EngineRules;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.LogCleaner;
import io.alluvium.delta.log.LogTracker;
import io.alluvium.delta.log.LogUpkeep;
import io.alluvium.delta.log.TableCreation;
import io.delta.standalone.DeltaLog;
import io.delta.standalone.OptimisticTransaction;
import io.delta.standalone.exceptions.DeltaConcurrentModificationException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table whose commits go through delta-standalone, at protocol 1/2. What it answers is never
 * taken for the outcome alone: an exception may come after the commit is in the table, so the log
 * is read again and judged.
 *
 * <p>Thread-safe; commits of one instance wait for each other.
 */
public final class StandaloneTable implements TableLog {
  private static final Logger LOG = LoggerFactory.getLogger(StandaloneTable.class);

  private final TableSpec spec;
  private final CommitFiles files;
  private final DeltaLog log;
  private final LogTracker tracker;
  private final LogUpkeep upkeep;
  private final Clock clock;

  private StandaloneTable(
      TableSpec spec,
      CommitFiles files,
      DeltaLog log,
      LogTracker tracker,
      LogUpkeep upkeep,
      Clock clock) {
    this.spec = spec;
    this.files = files;
    this.log = log;
    this.tracker = tracker;
    this.upkeep = upkeep;
    this.clock = clock;
  }

  /**
   * Opens a table, or creates it.
   *
   * @throws io.alluvium.error.UserException if there is one that doesn't fit or can't be written
   */
  public static StandaloneTable openOrCreate(TableSpec spec, LogAccess access) throws IOException {
    CommitFiles files = new CommitFiles(access.store(), access.conf(), spec.path());
    TableCreation.createIfMissing(files, spec, access.clock().millis());
    DeltaLog log =
        StandaloneLoader.open(spec, LogKeepingFileSystem.around(spec.path(), access.conf()));
    LogTracker tracker =
        new LogTracker(
            files, new StandaloneLoader(log, spec), spec, EngineRules.STANDALONE, access.rewinds());
    tracker.upgrade(access.clock().millis());
    LogUpkeep upkeep =
        new LogUpkeep(
            StandaloneTable::checkpointIsWritten,
            new LogCleaner(files, access.clock()),
            access.background());
    return new StandaloneTable(spec, files, log, tracker, upkeep, access.clock());
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
    while (true) {
      LogTracker.Decision decision = tracker.decide(change);
      if (decision.outcome().isPresent()) {
        return decision.outcome().get();
      }
      if (!StandaloneActions.knows(change.operation())) {
        Optional<Long> written = writeBeside(change, decision.version() + 1);
        if (written.isPresent()) {
          return new CommitOutcome.Committed(written.get());
        }
        continue;
      }
      try {
        OptimisticTransaction transaction = log.startTransaction();
        if (transaction.readVersion() != decision.version() || !positionsFit(transaction, change)) {
          // Somebody committed between the decision and the transaction: decide again.
          continue;
        }
        long version = write(transaction, change);
        upkeep.committed(version, tracker.properties());
        return new CommitOutcome.Committed(version);
      } catch (DeltaConcurrentModificationException e) {
        LOG.debug("another commit to {} came first", path(), e);
      } catch (Exception e) {
        // Scala throws what it likes, and may do so after the commit has succeeded.
        LogTracker.Decision after = tracker.decide(change);
        if (after.outcome().isPresent()) {
          return after.outcome().get();
        }
        throw new IOException("commit to " + path() + " failed", e);
      }
    }
  }

  /**
   * Writes the version itself: the library has a fixed set of operation names, {@code OPTIMIZE} not
   * among them. To its transactions this is another writer's commit.
   */
  private Optional<Long> writeBeside(TableChange change, long version) throws IOException {
    Commit commit = new Commit(version, Commits.actions(change, clock.millis()));
    try {
      files.write(commit);
    } catch (FileAlreadyExistsException e) {
      // Somebody else's, or ours through an answer that was lost on the way: look and judge.
      return Optional.empty();
    }
    tracker.written(commit);
    return Optional.of(version);
  }

  /** Asks for every position, for only those that were asked for are watched for other writers. */
  private static boolean positionsFit(OptimisticTransaction transaction, TableChange change) {
    boolean fit = true;
    for (TxnAdvance txn : change.txns()) {
      fit &= transaction.txnVersion(txn.appId()) == txn.expected();
    }
    return fit;
  }

  /** The commit wrote it, before it returned. */
  private static void checkpointIsWritten(long version) {
    LOG.trace("version {} has its checkpoint", version);
  }

  private long write(OptimisticTransaction transaction, TableChange change) {
    return transaction
        .commit(
            StandaloneActions.of(change, clock.millis()),
            StandaloneActions.operation(change),
            Commits.ENGINE_INFO)
        .getVersion();
  }
}
