package io.alluvium.delta.log;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Puts other rows, and where they differ other columns, in the place of all that a table holds, in
 * one commit: readers see the table as it was or as it will be. It stays the same table, with its
 * id, its properties and its features. Where change data is wanted the commit has no change files:
 * its removed and added files say that each old row went and each new one came (Delta protocol,
 * "Add CDC File"). For one thread.
 */
public final class TableReplacement {
  private final CommitFiles files;
  private final SnapshotLoader loader;
  private final TableSpec spec;
  private final Clock clock;
  private final TableGuard guard;

  public TableReplacement(CommitFiles files, SnapshotLoader loader, TableSpec spec, Clock clock) {
    this.files = files;
    this.loader = loader;
    this.spec = spec;
    this.clock = clock;
    this.guard = new TableGuard(spec, EngineRules.OWN_WRITER);
  }

  /**
   * How the columns change, in words; empty if they stay or there is no table.
   *
   * @throws io.alluvium.error.UserException if the table may not be written
   */
  public List<String> differences() throws IOException {
    if (!files.anyExists()) {
      return List.of();
    }
    LogState state = loader.load();
    guard.checkWritable(state);
    return differences(state.metadata());
  }

  /**
   * Commits; a table that is missing is created. Files that others add or remove meanwhile go as
   * all others do.
   *
   * @param adds all that the table will hold
   * @param txns if the table has other positions than these expect, the outcome is fenced
   * @throws IOException if the outcome is unknown or storage failed
   */
  public CommitOutcome commit(List<DataFile> adds, List<TxnAdvance> txns, Operation operation)
      throws IOException {
    TableCreation.createIfMissing(files, spec, clock.millis());
    String id = UUID.randomUUID().toString();
    while (true) {
      LogState state = loader.load();
      guard.checkWritable(state);
      List<TxnAdvance> stale =
          txns.stream()
              .filter(t -> state.txn(t.appId()).orElse(TxnAdvance.NONE) != t.expected())
              .toList();
      if (!stale.isEmpty()) {
        return new CommitOutcome.Fenced(stale);
      }
      TableChange change =
          new TableChange(
              id,
              TableChange.Effect.ROWS,
              adds,
              state.files().list(),
              List.of(),
              txns,
              operation,
              state.version());
      guard.check(change, state);
      Commit commit = commit(state, change);
      try {
        files.write(commit);
        return new CommitOutcome.Committed(commit.version());
      } catch (FileAlreadyExistsException e) {
        if (isCommitted(commit.version(), id)) {
          return new CommitOutcome.Committed(commit.version());
        }
        // Somebody else's version: what it did is to be replaced, too.
      }
    }
  }

  private boolean isCommitted(long version, String id) throws IOException {
    return files
        .read(version)
        .flatMap(Commit::info)
        .filter(info -> id.equals(info.txnId()))
        .isPresent();
  }

  private Commit commit(LogState state, TableChange change) {
    List<Action> changes = Commits.actions(change, clock.millis());
    List<Action> actions = new ArrayList<>();
    actions.add(changes.get(0));
    Optional<Action.Protocol> protocol =
        TableFeatures.upgrade(state.protocol(), TableFeatures.wanted(spec));
    protocol.ifPresent(actions::add);
    Action.Metadata metadata = metadata(state.metadata());
    if (!metadata.equals(state.metadata())) {
      actions.add(metadata);
    }
    actions.addAll(changes.subList(1, changes.size()));
    return new Commit(state.version() + 1, actions);
  }

  private Action.Metadata metadata(Action.Metadata present) {
    Map<String, String> properties = new LinkedHashMap<>(present.configuration());
    properties.putAll(spec.properties());
    // Every row is made anew, with a value in each column.
    properties.remove(TableUpgrade.ADDED);
    boolean fits = differences(present).isEmpty();
    return new Action.Metadata(
        present.id(),
        fits ? present.schemaString() : SchemaJson.write(spec.schema()),
        spec.partitionColumns(),
        properties,
        present.createdTime(),
        present.name(),
        present.description());
  }

  private List<String> differences(Action.Metadata present) {
    TableFit fit = TableFit.of(spec, present, ExtraColumns.NONE);
    List<String> differences = new ArrayList<>(fit.differences());
    fit.missing().forEach(column -> differences.add("column %s is new".formatted(column.name())));
    return differences;
  }
}
