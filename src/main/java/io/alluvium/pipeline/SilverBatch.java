package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.Upsert;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Changed rows for silver.
 *
 * @param placement told, on the writer's thread, where the rows came to lie
 */
record SilverBatch(
    Lease lease,
    long from,
    long to,
    long readVersion,
    Upsert<DataFile> upsert,
    Consumer<Placement> placement)
    implements Batch {

  /**
   * Where a committed batch's rows lie.
   *
   * @param version the table version that holds them
   * @param gone files that left the table
   * @param placed for each new file the store's numbers of its rows
   */
  record Placement(long version, List<DataFile> gone, Map<DataFile, int[]> placed) {}
}
