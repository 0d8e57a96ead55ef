package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.upsert.SharedMark;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A batch whose files are on storage and which no commit refers to yet.
 *
 * @param adds see {@link TableChange#adds}
 * @param changeData see {@link TableChange#changeData}
 * @param shared marks that are united with those of others when the commit is made
 * @param newPaths of all that was written, below the table's root
 * @param metrics its share of the commit's metrics, to be added up
 * @param committed told the version once the batch is part of the table: moves the lease and tells
 *     the task
 */
record WrittenBatch<B extends Batch>(
    B batch,
    TableChange.Effect effect,
    List<DataFile> adds,
    List<DataFile> removes,
    List<DataFile> changeData,
    List<SharedMark> shared,
    List<String> newPaths,
    Map<String, Long> metrics,
    LongConsumer committed) {}
