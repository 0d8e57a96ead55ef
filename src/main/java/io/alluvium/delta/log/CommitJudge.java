package io.alluvium.delta.log;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TxnAdvance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
   *   <li>the table's definition changed after it was planned = redefined;
   *   <li>rows of its own owners, or of files without owner, did = conflict. Rows of other owners
   *       are none of its business;
   *   <li>a file that it removes or marks has another vector = outdated if it is nobody's, else
   *       conflict.
   * </ol>
   */
  static Optional<CommitOutcome> judge(TableChange change, LogState state) {
    return committed(change, state)
        .or(() -> fenced(change, state))
        .or(() -> removedElsewhere(change, state))
        .or(() -> changedSince(change, state))
        .or(() -> markedElsewhere(change, state));
  }

  private static Optional<CommitOutcome> committed(TableChange change, LogState state) {
    Long version = state.txnIds().get(change.txnId());
    if (version != null) {
      return Optional.of(new CommitOutcome.Committed(version));
    }
    // File names are unique, and a commit is in the table as a whole or not at all.
    boolean present = change.adds().stream().anyMatch(add -> contains(state, add));
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
    return conflict(
        change.removes().stream().filter(f -> state.files().get(f.path()) == null).toList(),
        " is gone");
  }

  private static Optional<CommitOutcome> conflict(List<DataFile> files, String what) {
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CommitOutcome.Conflict(
                "file " + files.get(0).path() + what,
                files.stream().map(FileTags::owner).collect(Collectors.toSet())));
  }

  private static Optional<CommitOutcome> markedElsewhere(TableChange change, LogState state) {
    List<DataFile> marked = change.removes().stream().filter(f -> !contains(state, f)).toList();
    boolean nobodys = marked.stream().allMatch(f -> FileTags.owner(f).equals(FileTags.NO_OWNER));
    if (marked.isEmpty() || !nobodys) {
      return conflict(marked, " has another deletion vector");
    }
    return Optional.of(
        new CommitOutcome.Outdated(
            marked.stream().map(DataFile::path).collect(Collectors.toSet())));
  }

  /** A file is one by its path and its vector together (protocol, "Action Reconciliation"). */
  private static boolean contains(LogState state, DataFile file) {
    DataFile present = state.files().get(file.path());
    return present != null && Objects.equals(present.vector(), file.vector());
  }

  private static Optional<CommitOutcome> changedSince(TableChange change, LogState state) {
    long read = change.readVersion();
    if (read == TableChange.APPEND || (change.adds().isEmpty() && change.removes().isEmpty())) {
      return Optional.empty();
    }
    if (state.watchedSince() > read) {
      return redefined("what happened after version " + read + " isn't known in detail any more");
    }
    if (state.metadataVersion() > read) {
      return redefined("version " + state.metadataVersion() + " changed the table's definition");
    }
    Set<String> changed = new LinkedHashSet<>();
    long version = read;
    for (String owner : concerned(change)) {
      long at = state.rowsChanged().getOrDefault(owner, read);
      if (at > read) {
        changed.add(owner);
        version = Math.max(version, at);
      }
    }
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CommitOutcome.Conflict(
                "version " + version + " changed rows that were read at " + read, changed));
  }

  private static Set<String> concerned(TableChange change) {
    Set<String> owners = new LinkedHashSet<>();
    owners.add(FileTags.NO_OWNER);
    for (Collection<DataFile> files : List.of(change.adds(), change.removes())) {
      files.forEach(file -> owners.add(FileTags.owner(file)));
    }
    return owners;
  }

  private static Optional<CommitOutcome> redefined(String reason) {
    return Optional.of(new CommitOutcome.Redefined(reason));
  }
}
