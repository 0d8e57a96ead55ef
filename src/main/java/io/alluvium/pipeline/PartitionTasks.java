package io.alluvium.pipeline;

import io.alluvium.config.BronzeConfig;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Puts the parts of a partition's task together. */
final class PartitionTasks {
  /** How often silver's position moves when no row changes. */
  private static final Duration POSITION_ONLY = Duration.ofMinutes(2);

  private final PipelineConfig config;
  private final Handover handover;
  private final FileCopier copier;
  private final StoreLoader loader;
  private final Executor reading;
  private final Counters counters;
  private final Clock clock;

  /**
   * @param reading where others' changes of silver are read
   */
  PartitionTasks(
      PipelineConfig config,
      Handover handover,
      FileCopier copier,
      StoreLoader loader,
      Executor reading,
      Counters counters,
      Clock clock) {
    this.config = config;
    this.copier = copier;
    this.loader = loader;
    this.reading = reading;
    this.handover = handover;
    this.counters = counters;
    this.clock = clock;
  }

  PartitionTask create(Lease lease, LoadedPartition loaded) {
    // A former owner's last commit may have come between the lease and the load.
    lease.bronzeReached(loaded.bronze());
    lease.silverReached(loaded.silver());
    BronzeConfig bronze = config.bronze();
    SilverConfig silver = config.silver();
    Schema bronzeSchema = bronze.table().schema();
    Schema silverSchema = silver.table().schema();
    return new PartitionTask(
        lease,
        new MessageDecoder(bronzeSchema, bronze.columns()),
        new RowBuilder(bronzeSchema),
        new BronzeBuffer(
            lease, new FlushTime(clock, loaded.ingestTimes().latest()), loaded.bronze()),
        new SilverReducer(
            lease,
            loaded,
            new SilverRowsOf(config).rows(bronzeSchema),
            new Deletions(silver, clock),
            new FlushTime(clock, Long.MIN_VALUE),
            new RowBuilder(silverSchema),
            new SilverCompactor(lease, loaded.store(), loaded.mode().compaction(), copier),
            new TableFollower(lease, loader, reading),
            PartitionTask.monotonicMillis()),
        loaded.ingestTimes(),
        new PartitionTask.FlushPolicy(
            bronze.flushInterval(), silver.flushInterval(), POSITION_ONLY),
        handover,
        counters);
  }
}
