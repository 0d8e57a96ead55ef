package io.alluvium.pipeline;

import io.alluvium.config.BronzeConfig;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import java.time.Clock;

/** Puts the parts of a source partition's task together. */
final class PartitionTasks {
  private final PipelineConfig config;
  private final Handover handover;
  private final Counters counters;
  private final Clock clock;

  PartitionTasks(PipelineConfig config, Handover handover, Counters counters, Clock clock) {
    this.config = config;
    this.handover = handover;
    this.counters = counters;
    this.clock = clock;
  }

  /**
   * @param silver what becomes of silver's rows
   */
  PartitionTask create(Lease lease, LoadedBronze loaded, SilverPart silver) {
    // A former owner's last commit may have come between the lease and the load.
    lease.bronzeReached(loaded.next());
    BronzeConfig bronze = config.bronze();
    Schema schema = bronze.table().schema();
    return new PartitionTask(
        lease,
        new MessageDecoder(schema, bronze.columns()),
        new RowBuilder(schema),
        new SilverRowsOf(config).rows(schema),
        new RowBuilder(config.silver().table().schema()),
        new BronzeBuffer(lease, new FlushTime(clock, loaded.ingestTimes().latest()), loaded.next()),
        silver,
        loaded.ingestTimes(),
        bronze.flushInterval(),
        handover,
        counters);
  }
}
