package io.alluvium.pipeline;

import java.util.concurrent.Executor;

/**
 * Where a pipeline's work goes that neither stream threads nor writers may wait for.
 *
 * @param loading reads silver for stores
 * @param compaction puts files together, one job after the other
 */
record BackgroundWork(Executor loading, Executor compaction) {}
