package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.DuplicateKeyException;
import io.alluvium.store.FileState;
import io.alluvium.store.LatestStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a partition's store up to a table that others have changed: only the files that changed
 * are read, in the background. For the stream thread.
 */
final class TableFollower {
  private static final Logger LOG = LoggerFactory.getLogger(TableFollower.class);

  private final Lease lease;
  private final StoreLoader loader;
  private final Executor executor;
  private CompletableFuture<FileChanges> reading;

  TableFollower(Lease lease, StoreLoader loader, Executor executor) {
    this.lease = lease;
    this.loader = loader;
    this.executor = executor;
  }

  boolean underWay() {
    return reading != null;
  }

  /** Begins to read what the table has beyond the files that the store knows. */
  void begin(LatestStore<DataFile> store) {
    List<DataFile> known = store.files().stream().map(FileState::file).toList();
    reading = CompletableFuture.supplyAsync(() -> read(known), executor);
  }

  private FileChanges read(List<DataFile> known) {
    try {
      return loader.changes(lease, known);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Puts what was read into the store.
   *
   * @return the version of the table that the store then reflects; empty if the reading goes on, or
   *     failed and ended the lease
   */
  OptionalLong finish(LatestStore<DataFile> store) {
    if (!reading.isDone()) {
      return OptionalLong.empty();
    }
    FileChanges changes;
    try {
      changes = reading.join();
    } catch (CompletionException e) {
      lease.fail("what others changed can't be read", e.getCause());
      return OptionalLong.empty();
    }
    reading = null;
    try {
      store.follow(changes.gone(), changes.fresh());
    } catch (DuplicateKeyException e) {
      lease.fail("others wrote a second row of a key", loader.duplicateKey(e));
      return OptionalLong.empty();
    }
    LOG.info(
        "{} follows the table to version {}: {} files gone, {} read",
        lease,
        changes.version(),
        changes.gone().size(),
        changes.fresh().size());
    return OptionalLong.of(changes.version());
  }
}
