package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.rekey.RekeyedCodec;
import io.alluvium.rekey.SourceProgress;
import io.alluvium.row.Hash64;
import io.alluvium.row.Schema;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** Puts the parts together that stand on both sides of a re-keyed topic. */
final class RekeyedTasks {
  /** A stream that fails is begun again at once; a process that dies is noticed later. */
  private static final Duration OTHERS_TAKE_OVER = Duration.ofMinutes(2);

  private final PipelineConfig config;
  private final RekeyIds ids;
  private final SilverPositions positions;
  private final int partitions;
  private final TableLog silver;
  private final RekeyedCodec codec;
  private final Resending resending;
  private final Counters counters;
  private final Clock clock;

  /**
   * @param partitions of the re-keyed topic
   */
  RekeyedTasks(
      PipelineConfig config,
      RekeyIds ids,
      int partitions,
      TableLog silver,
      Resending resending,
      Counters counters,
      Clock clock) {
    this.config = config;
    this.ids = ids;
    this.positions = SilverPositions.of(config);
    this.partitions = partitions;
    this.silver = silver;
    this.codec = new RekeyedCodec(origin(config), config.silver().table().schema());
    this.resending = resending;
    this.counters = counters;
    this.clock = clock;
  }

  /** What must be the same on both sides: whose rows they are, their columns and their key. */
  private static long origin(PipelineConfig config) {
    SilverConfig silver = config.silver();
    return Hash64.of(
        String.join(
            "\n",
            config.name(),
            config.source().topic(),
            silver.table().schema().toString(),
            silver.key().toString()));
  }

  /** What gathers a source partition's rows. */
  ForwardBuffer forward(Lease lease, Consumer<ForwardBatch> out) {
    Schema schema = config.silver().table().schema();
    return new ForwardBuffer(
        lease,
        new KeyBytes(schema.requireAll(config.silver().key())),
        codec,
        partitions,
        config.bronze().flushInterval(),
        clock,
        out);
  }

  /** What takes them from a partition of the re-keyed topic. */
  RekeyedTask receive(Lease lease, LoadedPartition loaded, SilverFlushFactory flushes) {
    int partition = lease.partition();
    SourceProgress progress = new SourceProgress(positions.read(loaded.txns()).along(partition));
    Duration patience = config.limits().storageDeadline().multipliedBy(2).plus(OTHERS_TAKE_OVER);
    ReflectedSources reflected =
        new ReflectedSources(progress, source -> positions.id(partition, source));
    return new RekeyedTask(
        lease,
        codec,
        progress,
        new NewSources(silver, positions, partition, reflected),
        new Holes(ids, partition, resending, patience),
        flushTimeColumns(config.silver()),
        flushes.rowBuilder(),
        flushes.create(lease, loaded, reflected),
        counters);
  }

  private static int[] flushTimeColumns(SilverConfig silver) {
    return silver
        .table()
        .schema()
        .requireAll(
            silver.columns().stream()
                .filter(rule -> rule.isKept() && rule.steps().isEmpty())
                .filter(rule -> rule.origin() instanceof Origin.IngestTime)
                .map(ColumnRule::name)
                .toList());
  }
}
