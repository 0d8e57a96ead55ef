package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.log.ExtraColumns;
import io.alluvium.delta.log.TableReplacement;
import io.alluvium.error.Errors;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.inspect.verify.Span;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes silver anew of what bronze holds at one version, and puts it in the place of silver in one
 * commit that also says where the stream goes on. Until then silver is as it was: one that is cut
 * short leaves files that nothing refers to, and is to be begun again. Nobody may be at work on
 * silver meanwhile. For one thread.
 */
public final class Rebuild {
  private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);

  /** Progress is told every so many rows. */
  private static final int TELL_ROWS = 4_096;

  private final PipelineConfig config;
  private final Clock clock;
  private final AppIds appIds;
  private final PipelineLogs logs;
  private final TableReplacement silver;
  private final BronzeReader reader;

  public Rebuild(PipelineConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
    this.appIds = AppIds.of(config);
    this.logs = PipelineLogs.of(config);
    this.silver = PipelineTables.replacement(PipelineTables.silverSpec(config), clock);
    this.reader = new BronzeReader(config);
  }

  /**
   * What would happen.
   *
   * @param partitions how many the topic has
   * @throws io.alluvium.error.UserException if bronze is missing, doesn't fit or has no positions,
   *     or if silver is another pipeline's or can't be written
   */
  public RebuildPlan plan(int partitions) throws IOException {
    TableSnapshot snapshot = logs.bronze().fitting(ExtraColumns.NULLABLE);
    refuseForeign(config.bronze().table(), snapshot);
    BronzeContent bronze = BronzeContent.of(snapshot, appIds);
    if (bronze.positions().isEmpty()) {
      throw Errors.rebuildWithoutPositions(config.bronze().table().name(), appIds.topic());
    }
    Optional<TableSnapshot> present = logs.silver().find();
    if (present.isPresent()) {
      refuseForeign(config.silver().table(), present.get());
    }
    Map<String, Long> txns = present.map(TableSnapshot::txns).orElse(Map.of());
    List<TxnAdvance> positions =
        bronze.positions().entrySet().stream().map(e -> advance(txns, e)).toList();
    return new RebuildPlan(
        target(present),
        bronze,
        Ownership.decide(
            partitions, bronze.partitionsAtFirst(), bronze.partitions(), bronze.untagged().size()),
        positions,
        bronze.notices(config.silver(), reader.knowsOffsets()));
  }

  private void refuseForeign(TableSpec spec, TableSnapshot table) {
    appIds
        .foreign(table.txns().keySet())
        .ifPresent(
            foreign -> {
              throw Errors.tableOfAnotherPipeline(spec.name(), foreign, appIds.name());
            });
  }

  private TxnAdvance advance(Map<String, Long> silverNow, Map.Entry<Integer, Long> bronze) {
    String id = appIds.silver(bronze.getKey());
    return new TxnAdvance(id, silverNow.getOrDefault(id, TxnAdvance.NONE), bronze.getValue());
  }

  private RebuildPlan.Target target(Optional<TableSnapshot> present) throws IOException {
    String path = config.silver().table().path();
    if (present.isEmpty()) {
      return new RebuildPlan.Target(path, -1, 0, List.of());
    }
    long rows = present.get().files().stream().mapToLong(f -> Math.max(0, f.liveRecords())).sum();
    return new RebuildPlan.Target(path, present.get().version(), rows, silver.differences());
  }

  /**
   * Does it.
   *
   * @throws io.alluvium.error.UserException if a file of bronze can't be read, or if somebody else
   *     moved silver's positions meanwhile
   */
  public RebuildReport run(RebuildPlan plan, RebuildProgress progress) throws IOException {
    long began = System.nanoTime();
    BronzeContent bronze = plan.bronze();
    LOG.info(
        "rebuilding {} of bronze's version {}", config.silver().table().path(), bronze.version());
    try (RebuiltFiles files = new RebuiltFiles(config, plan.ownership(), clock)) {
      Totals totals = new Totals(bronze.rows(), progress);
      if (plan.ownership() instanceof Ownership.Kept && bronze.untagged().isEmpty()) {
        Map<Integer, List<Span>> byPartition = new TreeMap<>();
        for (int partition : bronze.partitions()) {
          byPartition.put(
              partition,
              bronze.spans().stream().filter(span -> span.partition() == partition).toList());
        }
        for (Map.Entry<Integer, List<Span>> partition : byPartition.entrySet()) {
          reduce(
              BronzeOrder.of(List.of(), partition.getValue()), partition.getKey(), files, totals);
        }
      } else {
        reduce(BronzeOrder.of(bronze.untagged(), bronze.spans()), 0, files, totals);
      }
      long version = commit(plan, files, totals);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      LOG.info(
          "{} holds {} rows in version {}, made of {} in {}",
          config.silver().table().path(),
          totals.keys,
          version,
          totals.read,
          took);
      return new RebuildReport(
          bronze.version(),
          version,
          totals.read,
          totals.incomplete,
          totals.keys,
          totals.deletedKeys,
          files.rows().size(),
          took,
          plan.notices());
    }
  }

  /** What was done so far. */
  private static final class Totals {
    private final long expected;
    private final RebuildProgress progress;
    private long read;
    private long incomplete;
    private long keys;
    private long deletedKeys;

    Totals(long expected, RebuildProgress progress) {
      this.expected = expected;
      this.progress = progress;
    }

    void row(int folded) {
      if (++read % TELL_ROWS == 0) {
        progress.at(read, expected, keys + folded);
      }
    }
  }

  private void reduce(List<Chain> chains, int partition, RebuiltFiles files, Totals totals)
      throws IOException {
    SilverFold fold = new SilverFold(config, reader.projection(), clock.millis() * 1_000, clock);
    try (BronzeMerge rows = new BronzeMerge(reader, chains)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        fold.fold(row);
        totals.row(fold.keys());
      }
    }
    Reduced reduced = fold.finish();
    files.write(reduced, partition);
    totals.incomplete += fold.incomplete();
    totals.keys += reduced.rows().size();
    totals.deletedKeys += reduced.markers().size();
    totals.progress.at(totals.read, totals.expected, totals.keys);
  }

  private long commit(RebuildPlan plan, RebuiltFiles files, Totals totals) throws IOException {
    // Before silver: a key that is gone and not remembered could come back.
    files.commitMarkers();
    Map<String, Long> metrics =
        Map.of(
            "numFiles",
            (long) files.rows().size(),
            "numOutputRows",
            totals.keys,
            "numOutputBytes",
            files.rows().stream().mapToLong(DataFile::size).sum());
    // Whatever is answered: the commit may be in the table.
    files.referred();
    CommitOutcome outcome =
        silver.commit(
            files.rows(), plan.positions(), Operations.rebuild(plan.positions(), metrics));
    if (outcome instanceof CommitOutcome.Committed committed) {
      return committed.version();
    }
    throw Errors.rebuildOvertaken(config.silver().table().name(), outcome.toString());
  }
}
