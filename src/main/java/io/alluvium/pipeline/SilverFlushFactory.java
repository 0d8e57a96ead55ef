package io.alluvium.pipeline;

import io.alluvium.config.SilverConfig;
import io.alluvium.row.RowBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Puts together what reduces and flushes a partition's rows. */
final class SilverFlushFactory {
  /** How often silver's position moves when no row changes. */
  private static final Duration POSITION_ONLY = Duration.ofMinutes(2);

  private final SilverConfig config;
  private final Handover handover;
  private final FileCopier copier;
  private final StoreLoader loader;
  private final Executor reading;
  private final Counters counters;
  private final Clock clock;

  /**
   * @param reading where others' changes of silver are read
   */
  SilverFlushFactory(
      SilverConfig config,
      Handover handover,
      FileCopier copier,
      StoreLoader loader,
      Executor reading,
      Counters counters,
      Clock clock) {
    this.config = config;
    this.handover = handover;
    this.copier = copier;
    this.loader = loader;
    this.reading = reading;
    this.counters = counters;
    this.clock = clock;
  }

  SilverFlushes create(Lease lease, LoadedPartition loaded, Reflected reflected) {
    // A former owner's last commit may have come between the lease and the load.
    lease.silverReached(loaded.next());
    return new SilverFlushes(
        new SilverReducer(
            lease,
            loaded,
            new Deletions(config, clock),
            new FlushTime(clock, Long.MIN_VALUE),
            new SilverCompactor(lease, loaded.store(), loaded.mode().compaction(), copier),
            new TableFollower(lease, loader, reading),
            reflected,
            PartitionTask.monotonicMillis()),
        new SilverFlushes.Schedule(config.flushInterval(), POSITION_ONLY),
        handover,
        counters);
  }

  /** For rows of silver; of one thread. */
  RowBuilder rowBuilder() {
    return new RowBuilder(config.table().schema());
  }
}
