package io.alluvium.pipeline;

import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.upsert.SharedMark;
import io.alluvium.upsert.WrittenUpsert;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one table makes of a batch. Called by that table's writer thread only; every call may be
 * made again after an {@link IOException}.
 */
interface TableSink<B extends Batch> {
  /** The Delta application id of a partition's position in this table. */
  String appId(int partition);

  /**
   * Makes sure that the batch may be written now. Returns false if the lease ended or time ran out
   * meanwhile.
   */
  boolean ready(B batch) throws IOException, InterruptedException;

  /** Writes the batch's data files. If it throws, none is left behind. */
  WrittenBatch<B> write(B batch) throws IOException;

  /** What the commit of batches that all have this effect says of itself. */
  Operation operation(List<B> batches, TableChange.Effect effect, Map<String, Long> metrics);

  /**
   * Writes marks in shared files, united with what the table has there now.
   *
   * @return empty if one of the files is gone
   */
  default Optional<WrittenUpsert> unite(List<SharedMark> marks) throws IOException {
    throw new UnsupportedOperationException("this table has no shared files");
  }

  /** Deletes files that certainly no commit refers to. Best effort: it doesn't throw. */
  void discard(List<String> paths);

  /** The files are in the log. */
  void onLogged();

  /** The batch is done with, one way or the other: what it held in memory is free. */
  void onReleased(B batch);
}
