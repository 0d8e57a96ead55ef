package io.alluvium.delta.log;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.TableErrors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a table's state up with its log, commit by commit: asking when nothing happened costs two
 * attempts to open a file. Thread-safe.
 */
public final class LogTracker {
  private final CommitFiles files;
  private final SnapshotLoader loader;
  private final TableSpec spec;
  private final TableGuard guard;
  private final RewindSearch search;
  private final Rewinds rewinds;
  private LogState state;

  /**
   * @param rewinds what is done about what others took back
   */
  public LogTracker(
      CommitFiles files,
      SnapshotLoader loader,
      TableSpec spec,
      EngineRules rules,
      Rewinds rewinds) {
    this.files = files;
    this.loader = loader;
    this.spec = spec;
    this.guard = new TableGuard(spec, rules);
    this.search = new RewindSearch(files);
    this.rewinds = rewinds;
  }

  /**
   * The newest version.
   *
   * @throws io.alluvium.error.UserException if the table is no longer one that fits
   */
  public TableSnapshot snapshot() throws IOException {
    return new LogSnapshot(refresh());
  }

  /**
   * Gives the table the properties of its specification, the features that they need, and the
   * columns that it lacks.
   *
   * @param now milliseconds since the epoch
   */
  public void upgrade(long now) throws IOException {
    Optional<Commit> upgrade = TableUpgrade.plan(refresh(), spec, now);
    while (upgrade.isPresent()) {
      try {
        files.write(upgrade.get());
      } catch (FileAlreadyExistsException e) {
        // Somebody else's version, maybe the same upgrade: look again.
      }
      upgrade = TableUpgrade.plan(refresh(), spec, now);
    }
  }

  /** How a change ends that is judged against the newest version, empty = write it as the next. */
  public Decision decide(TableChange change) throws IOException {
    LogState current = refresh();
    Optional<CommitOutcome> outcome = CommitJudge.judge(change, current);
    if (outcome.isEmpty()) {
      guard.check(change, current);
    }
    return new Decision(outcome, current.version());
  }

  /** Takes over a commit that this process has just written, without reading it again. */
  public synchronized void written(Commit commit) {
    if (state != null && state.version() + 1 == commit.version()) {
      state = state.after(commit);
    }
  }

  /** The table's properties as they were last read. */
  public synchronized Map<String, String> properties() {
    return state == null ? Map.of() : state.metadata().configuration();
  }

  private synchronized LogState refresh() throws IOException {
    if (state == null) {
      LogState loaded = loader.load();
      guard.open(loaded);
      refuse(search.unseen(loaded));
      state = loaded;
    }
    while (true) {
      Optional<Commit> next = files.read(state.version() + 1);
      if (next.isPresent()) {
        if (state.hasPositions()) {
          refuse(Rewind.of(next.get()));
        }
        advance(state.after(next.get()));
      } else if (files.exists(state.version()) || !reload()) {
        return state;
      }
    }
  }

  /**
   * Expired commits are deleted from the oldest on. So if the current version's file is still
   * there, a missing next one was never written; if it is gone, the next ones may have been.
   */
  private boolean reload() throws IOException {
    LogState loaded = loader.load();
    if (loaded.version() == state.version()) {
      return false;
    }
    refuse(search.unseen(loaded, state.version()));
    advance(loaded);
    return true;
  }

  private void refuse(Optional<Rewind> rewind) {
    if (rewinds == Rewinds.REFUSE && rewind.isPresent()) {
      throw TableErrors.tableRewound(
          spec.name(),
          spec.path(),
          rewind.get().version(),
          rewind.get().operation(),
          rewind.get().engine());
    }
  }

  private void advance(LogState next) {
    guard.check(state, next);
    state = next;
  }

  /**
   * @param outcome empty if the change is to be written
   * @param version the version that the decision was made at
   */
  public record Decision(Optional<CommitOutcome> outcome, long version) {}
}
