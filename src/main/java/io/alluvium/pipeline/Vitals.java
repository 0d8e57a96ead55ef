package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whether a service lives and can work, asked from outside. Safe for several threads. */
public final class Vitals {
  private final PipelineConfig config;
  private final List<StreamsStage> stages;
  private final Pipeline pipeline;
  private final BronzeCompaction compaction;
  private final BooleanSupplier ended;
  private final Leases silverLeases;

  /**
   * @param silverLeases the partitions that silver's rows come by
   */
  Vitals(
      PipelineConfig config,
      List<StreamsStage> stages,
      Pipeline pipeline,
      BronzeCompaction compaction,
      BooleanSupplier ended,
      Leases silverLeases) {
    this.config = config;
    this.stages = stages;
    this.pipeline = pipeline;
    this.compaction = compaction;
    this.ended = ended;
    this.silverLeases = silverLeases;
  }

  /**
   * Why it can't do its work right now, though it may by itself later: partitions are being loaded,
   * a table's storage fails; empty if it can.
   */
  public Optional<String> hindrance() {
    Counters counters = pipeline.counters();
    Duration deadline = config.limits().storageDeadline();
    return Stream.<Supplier<Optional<String>>>of(
            () -> stages.stream().map(StreamsStage::notRunning).flatMap(Optional::stream).findAny(),
            () ->
                Readiness.refusal(
                    "bronze", counters.bronzeCommits(), deadline, pipeline.leases().all()),
            () ->
                Readiness.refusal("silver", counters.silverCommits(), deadline, silverLeases.all()))
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * The names of threads that ended though nobody asked them to and that nothing replaces: the
   * process has to be started again. Threads of pools, which replace their own, aren't among them.
   */
  public List<String> deadThreads() {
    if (ended.getAsBoolean()) {
      return List.of();
    }
    return Stream.of(
            stages.stream().flatMap(stage -> stage.dead().stream()),
            pipeline.writers().dead().stream(),
            compaction.dead().stream())
        .flatMap(names -> names)
        .toList();
  }
}
