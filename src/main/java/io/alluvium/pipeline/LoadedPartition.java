package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.LatestStore;
import io.alluvium.upsert.UpsertMode;
import java.util.Map;

/**
 * What a partition's task starts from in silver, all of one reading of the table.
 *
 * @param mode how silver takes upserts
 * @param version the version of silver that the store reflects
 * @param next silver's next offset
 * @param txns all of silver's transaction versions
 */
record LoadedPartition(
    LatestStore<DataFile> store,
    UpsertMode mode,
    long version,
    long next,
    Map<String, Long> txns) {}
