package io.alluvium.pipeline;

import java.time.Duration;
import java.util.Collection;

/** Both tables' writer threads. */
final class Writers implements Handover, AutoCloseable {
  private final BatchWriter<BronzeBatch> bronze;
  private final BatchWriter<SilverBatch> silver;
  private final BufferBudget budget;
  private final Leases leases;
  private final Probe probe;

  Writers(
      BatchWriter<BronzeBatch> bronze,
      BatchWriter<SilverBatch> silver,
      BufferBudget budget,
      Leases leases,
      Probe probe) {
    this.bronze = bronze;
    this.silver = silver;
    this.budget = budget;
    this.leases = leases;
    this.probe = probe;
  }

  void start() {
    bronze.start();
    silver.start();
  }

  @Override
  public void bronze(BronzeBatch batch) {
    budget.sealed(batch.bytes());
    bronze.submit(batch);
    probe.at(Step.BRONZE_SEALED);
  }

  @Override
  public void silver(SilverBatch batch) {
    silver.submit(batch);
    probe.at(Step.SILVER_SEALED);
  }

  @Override
  public long openLimit() {
    return budget.openLimit(leases.count());
  }

  @Override
  public void awaitRoom(Lease lease) throws InterruptedException {
    budget.awaitRoom(lease);
  }

  /** Waits until no commit of ended leases is under way; false if time ran out. */
  boolean awaitQuiet(Collection<Lease> ended, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    return bronze.awaitQuiet(ended, atMost)
        && silver.awaitQuiet(ended, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
  }

  @Override
  public void close() throws InterruptedException {
    bronze.close();
    silver.close();
  }
}
