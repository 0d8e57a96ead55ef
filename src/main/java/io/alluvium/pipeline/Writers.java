package io.alluvium.pipeline;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The writer threads of both tables, and of the re-keyed topic. */
final class Writers implements Handover, AutoCloseable {
  private final BatchWriter<BronzeBatch> bronze;
  private final BatchWriter<SilverBatch> silver;
  private final Optional<Forwarding> forwarding;
  private final BufferBudget budget;
  private final Leases leases;
  private final Probe probe;

  /** The writer that sends to the re-keyed topic. */
  record Forwarding(BatchWriter<ForwardBatch> writer, RekeySender sender) {}

  /**
   * @param forwarding empty if nothing is re-keyed
   */
  Writers(
      BatchWriter<BronzeBatch> bronze,
      BatchWriter<SilverBatch> silver,
      Optional<Forwarding> forwarding,
      BufferBudget budget,
      Leases leases,
      Probe probe) {
    this.bronze = bronze;
    this.silver = silver;
    this.forwarding = forwarding;
    this.budget = budget;
    this.leases = leases;
    this.probe = probe;
  }

  void start() {
    bronze.start();
    silver.start();
    forwarding.ifPresent(f -> f.writer().start());
  }

  /** The names of threads that have ended and weren't asked to. */
  List<String> dead() {
    return Stream.of(
            bronze.dead(), silver.dead(), forwarding.flatMap(forwards -> forwards.writer().dead()))
        .flatMap(Optional::stream)
        .toList();
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

  /** Leaves rows for the re-keyed topic. */
  void forward(ForwardBatch batch) {
    budget.sealed(batch.bytes());
    forwarding.orElseThrow().writer().submit(batch);
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
        && silver.awaitQuiet(ended, left(deadline))
        && (forwarding.isEmpty() || forwarding.get().writer().awaitQuiet(ended, left(deadline)));
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  @Override
  public void close() throws InterruptedException {
    bronze.close();
    if (forwarding.isPresent()) {
      forwarding.get().writer().close();
      forwarding.get().sender().close();
    }
    silver.close();
  }
}
