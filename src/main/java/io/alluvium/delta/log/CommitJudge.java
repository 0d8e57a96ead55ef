package io.alluvium.delta.log;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TxnAdvance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a change may be written as the version after a table's state (Delta protocol,
 * "Transaction Identifiers" and "Conflict detection" of the specification's writers). Pure: neither
 * files nor clocks.
 */
public final class CommitJudge {
  private CommitJudge() {}

  /**
   * The outcome, or empty if the change is to be written as the next version. In this order:
   *
   * <ol>
   *   <li>in the table already, by its {@code txnId} or by a file of it = committed;
   *   <li>a transaction version isn't the expected one = fenced;
   *   <li>a file that it removes is gone = conflict;
   *   <li>rows of its own owners, or of files without owner, changed after it was planned, or
   *       metadata did = conflict. Rows of other owners are none of its business.
   * </ol>
   */
  static Optional<CommitOutcome> judge(TableChange change, LogState state) {
    return committed(change, state)
        .or(() -> fenced(change, state))
        .or(() -> removedElsewhere(change, state))
        .or(() -> changedSince(change, state));
  }

  private static Optional<CommitOutcome> committed(TableChange change, LogState state) {
    Long version = state.txnIds().get(change.txnId());
    if (version != null) {
      return Optional.of(new CommitOutcome.Committed(version));
    }
    // File names are unique, and a commit is in the table as a whole or not at all.
    boolean present = change.adds().stream().anyMatch(add -> state.files().get(add.path()) != null);
    return present ? Optional.of(new CommitOutcome.Committed(state.version())) : Optional.empty();
  }

  private static Optional<CommitOutcome> fenced(TableChange change, LogState state) {
    List<TxnAdvance> stale = new ArrayList<>();
    for (TxnAdvance txn : change.txns()) {
      if (state.txn(txn.appId()).orElse(TxnAdvance.NONE) != txn.expected()) {
        stale.add(txn);
      }
    }
    return stale.isEmpty() ? Optional.empty() : Optional.of(new CommitOutcome.Fenced(stale));
  }

  private static Optional<CommitOutcome> removedElsewhere(TableChange change, LogState state) {
    return change.removes().stream()
        .filter(file -> state.files().get(file.path()) == null)
        .findFirst()
        .map(file -> new CommitOutcome.Conflict("file " + file.path() + " is gone"));
  }

  private static Optional<CommitOutcome> changedSince(TableChange change, LogState state) {
    long read = change.readVersion();
    if (read == TableChange.APPEND || (change.adds().isEmpty() && change.removes().isEmpty())) {
      return Optional.empty();
    }
    if (state.watchedSince() > read) {
      return conflict("what happened after version " + read + " isn't known in detail any more");
    }
    if (state.metadataVersion() > read) {
      return conflict("version " + state.metadataVersion() + " changed the table's definition");
    }
    for (String owner : concerned(change)) {
      long changed = state.rowsChanged().getOrDefault(owner, read);
      if (changed > read) {
        return conflict("version " + changed + " changed rows that were read at " + read);
      }
    }
    return Optional.empty();
  }

  private static Set<String> concerned(TableChange change) {
    Set<String> owners = new LinkedHashSet<>();
    owners.add(LogState.NO_OWNER);
    for (Collection<DataFile> files : List.of(change.adds(), change.removes())) {
      files.forEach(file -> owners.add(LogState.owner(file)));
    }
    return owners;
  }

  private static Optional<CommitOutcome> conflict(String reason) {
    return Optional.of(new CommitOutcome.Conflict(reason));
  }
}
