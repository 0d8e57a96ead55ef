package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.LatestStore;
import io.alluvium.upsert.UpsertMode;

/**
 * What a partition's task starts from, all of one reading of the tables.
 *
 * @param mode how silver takes upserts
 * @param silverVersion the version of silver that the store reflects
 * @param bronze bronze's next offset
 * @param silver silver's next offset
 */
record LoadedPartition(
    LatestStore<DataFile> store,
    UpsertMode mode,
    IngestTimes ingestTimes,
    long silverVersion,
    long bronze,
    long silver) {}
