package io.alluvium.pipeline;

import io.alluvium.delta.FileTags;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.row.Row;
import io.alluvium.upsert.UpsertWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Writes copies of rows in the background, one job after the other. Safe for several threads. */
final class FileCopier {
  private final UpsertWriter writer;
  private final OrphanFiles orphans;
  private final Executor executor;

  /**
   * @param writer used by nobody else
   * @param executor of one thread
   */
  FileCopier(UpsertWriter writer, OrphanFiles orphans, Executor executor) {
    this.writer = writer;
    this.orphans = orphans;
    this.executor = executor;
  }

  /** Files of these rows, of the lease's owner; none are written once the lease has ended. */
  CompletableFuture<List<WrittenFile>> copy(List<Row> rows, Lease lease) {
    return CompletableFuture.supplyAsync(() -> write(rows, lease), executor);
  }

  private synchronized List<WrittenFile> write(List<Row> rows, Lease lease) {
    if (!lease.live()) {
      return List.of();
    }
    try {
      List<WrittenFile> written = writer.copy(rows, Map.of(FileTags.OWNER, lease.owner()));
      if (!lease.live()) {
        discard(written);
      }
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void discard(List<WrittenFile> written) {
    written.forEach(file -> orphans.delete(file.file()));
  }
}
