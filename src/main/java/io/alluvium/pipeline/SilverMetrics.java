package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.WrittenUpsert;
import java.util.Map;
import java.util.TreeMap;

/**
 * What silver's upserts say of themselves, under the names that Spark gives the metrics of MERGE
 * ({@code DeltaOperationMetrics}).
 */
final class SilverMetrics {
  /** Keys that changed. */
  static final String SOURCE_ROWS = "numSourceRows";

  static final String INSERTED = "numTargetRowsInserted";
  static final String UPDATED = "numTargetRowsUpdated";
  static final String DELETED = "numTargetRowsDeleted";

  private SilverMetrics() {}

  static Map<String, Long> of(Upsert<DataFile> upsert, WrittenUpsert written, long millis) {
    long changed = upsert.changed().rows().size();
    long deleted = upsert.deleted().ids().length;
    long marked = upsert.marked().size();
    long firstMarked = upsert.marked().stream().filter(m -> m.file().vector() == null).count();
    Map<String, Long> metrics = new TreeMap<>();
    metrics.put(SOURCE_ROWS, changed + deleted);
    metrics.put(INSERTED, (long) upsert.inserted());
    metrics.put(UPDATED, (long) upsert.updated());
    metrics.put(DELETED, deleted);
    metrics.put("numTargetRowsCopied", written.copied());
    metrics.put("numOutputRows", changed + written.copied());
    metrics.put("numTargetFilesAdded", written.adds().size() - marked);
    metrics.put("numTargetFilesRemoved", written.removes().size() - marked);
    metrics.put("numTargetDeletionVectorsAdded", firstMarked);
    metrics.put("numTargetDeletionVectorsUpdated", marked - firstMarked);
    metrics.put("numTargetChangeFilesAdded", (long) written.changeData().size());
    metrics.put("executionTimeMs", millis);
    metrics.put("rewriteTimeMs", millis);
    return metrics;
  }
}
