package io.alluvium.delta.log;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A table at one version, with what is needed to judge a change that was planned at an earlier one:
 * when rows of which owner last changed, and which changes were committed lately. Immutable.
 *
 * @param watchedSince the version at which this process began to read commit by commit: what
 *     happened before isn't known in detail
 * @param metadataVersion the last version since then that brought metadata or a protocol, or {@code
 *     watchedSince}
 * @param rowsChanged by owner, {@link FileTags#NO_OWNER} for files without one: the last version
 *     since then that added or removed rows of theirs, made by another program
 * @param txnIds the versions of the latest changes by their ids
 */
public record LogState(
    long version,
    Action.Protocol protocol,
    Action.Metadata metadata,
    Map<String, Long> txns,
    ActiveFiles files,
    long watchedSince,
    long metadataVersion,
    Map<String, Long> rowsChanged,
    Map<String, Long> txnIds) {
  private static final int REMEMBERED_TXN_IDS = 256;

  /** A table as it was loaded, its past unknown. */
  public static LogState loaded(
      long version,
      Action.Protocol protocol,
      Action.Metadata metadata,
      Map<String, Long> txns,
      Collection<DataFile> files) {
    return new LogState(
        version,
        protocol,
        metadata,
        Map.copyOf(txns),
        ActiveFiles.of(files),
        version,
        version,
        Map.of(),
        Map.of());
  }

  /** The table's state after its next commit. */
  LogState after(Commit commit) {
    if (commit.version() != version + 1) {
      throw new IllegalArgumentException(commit.version() + " doesn't follow " + version);
    }
    boolean ours = commit.info().filter(Commits::isOurs).isPresent();
    Action.Protocol nextProtocol = protocol;
    Action.Metadata nextMetadata = metadata;
    long nextMetadataVersion = metadataVersion;
    Map<String, Long> nextTxns = new LinkedHashMap<>(txns);
    Map<String, Long> nextRows = new LinkedHashMap<>(rowsChanged);
    Map<String, Long> nextIds = new LinkedHashMap<>(txnIds);
    for (Action action : commit.actions()) {
      if (action instanceof Action.Protocol changed) {
        nextProtocol = changed;
        nextMetadataVersion = commit.version();
      } else if (action instanceof Action.Metadata changed) {
        nextMetadata = changed;
        nextMetadataVersion = commit.version();
      } else if (action instanceof Action.Txn txn) {
        nextTxns.put(txn.appId(), txn.version());
      } else if (action instanceof Action.Add add && add.dataChange()) {
        rowsChanged(nextRows, FileTags.owner(add.file()), ours, commit.version());
      } else if (action instanceof Action.Remove remove && remove.dataChange()) {
        // The action needn't carry tags, the file did.
        DataFile known = files.get(remove.file().path());
        rowsChanged(
            nextRows,
            FileTags.owner(known == null ? remove.file() : known),
            ours,
            commit.version());
      } else if (action instanceof Action.CommitInfo info && info.txnId() != null) {
        nextIds.put(info.txnId(), commit.version());
      }
    }
    nextIds.values().removeIf(seen -> seen <= commit.version() - REMEMBERED_TXN_IDS);
    return new LogState(
        commit.version(),
        nextProtocol,
        nextMetadata,
        nextTxns,
        files.after(commit.actions()),
        watchedSince,
        nextMetadataVersion,
        nextRows,
        nextIds);
  }

  /**
   * Notes a change of an owner's rows. This program changes them together with the position of the
   * partition that owns them, which fences whoever else would: no news to a planner whose positions
   * still fit. In files without owner it changes only rows of keys of the partitions whose
   * positions it moves.
   */
  private static void rowsChanged(
      Map<String, Long> changed, String owner, boolean ours, long version) {
    if (!ours) {
      changed.put(owner, version);
    }
  }

  /**
   * Whether positions of this program are in the table. Their ids are paths ({@code
   * name/layer/topic-partition}); Spark's streams name themselves by UUIDs.
   */
  boolean hasPositions() {
    return txns.keySet().stream().anyMatch(appId -> appId.indexOf('/') >= 0);
  }

  /** The application's transaction version, empty if it never committed. */
  OptionalLong txn(String appId) {
    Long known = txns.get(appId);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }
}
