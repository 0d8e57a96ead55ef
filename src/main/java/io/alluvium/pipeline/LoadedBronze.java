package io.alluvium.pipeline;

/**
 * What a source partition's task starts from in bronze.
 *
 * @param next bronze's next offset
 */
record LoadedBronze(IngestTimes ingestTimes, long next) {}
