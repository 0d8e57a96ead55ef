package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A batch whose files are on storage and which no commit refers to yet.
 *
 * @param metrics its share of the commit's metrics, to be added up
 * @param committed told the version once the batch is part of the table: moves the lease and tells
 *     the task
 */
record WrittenBatch<B extends Batch>(
    B batch,
    List<DataFile> adds,
    List<DataFile> removes,
    Map<String, Long> metrics,
    LongConsumer committed) {}
