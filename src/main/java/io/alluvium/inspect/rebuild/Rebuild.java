package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.log.TableReplacement;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  private static final int ANY = 0;

  private final PipelineConfig config;
  private final Clock clock;
  private final TableReplacement silver;
  private final BronzeFiles reader;

  public Rebuild(PipelineConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
    this.silver = PipelineTables.replacement(PipelineTables.silverSpec(config), clock);
    this.reader = new BronzeFiles(config);
  }

  /**
   * What would happen.
   *
   * @param partitions how many the topic has, the re-keyed one if there is one
   * @throws io.alluvium.error.UserException if bronze is missing, doesn't fit or has no positions,
   *     or if silver is another pipeline's or can't be written
   */
  public RebuildPlan plan(int partitions) throws IOException {
    return new RebuildPlanner(config, silver, reader).plan(partitions);
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
    String path = config.silver().table().path();
    LOG.info("rebuilding {} of bronze's version {}", path, bronze.version());
    Tally tally = new Tally(bronze.rows(), progress);
    try (RebuiltFiles files = new RebuiltFiles(config, plan.ownership(), clock)) {
      reduce(plan, files, tally);
      long version = commit(plan, files, tally);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      LOG.info(
          "{} has {} rows in version {}, made of {} in {}",
          path,
          tally.keys(),
          version,
          tally.read(),
          took);
      return new RebuildReport(
          bronze.version(),
          version,
          tally.read(),
          tally.incomplete(),
          tally.keys(),
          tally.deletedKeys(),
          files.rows().size(),
          took,
          plan.notices());
    }
  }

  /** Partition by partition, if each has its keys for itself: so less is held at a time. */
  private void reduce(RebuildPlan plan, RebuiltFiles files, Tally tally) throws IOException {
    BronzeContent bronze = plan.bronze();
    if (plan.ownership() instanceof Ownership.Kept && bronze.untagged().isEmpty()) {
      for (int partition : bronze.partitions()) {
        reduce(BronzeOrder.of(List.of(), bronze.spans(partition)), partition, files, tally);
      }
    } else {
      reduce(BronzeOrder.of(bronze.untagged(), bronze.spans()), ANY, files, tally);
    }
  }

  private void reduce(List<Chain> chains, int partition, RebuiltFiles files, Tally tally)
      throws IOException {
    SilverFold fold = new SilverFold(config, reader.projection(), clock.millis() * 1_000, clock);
    try (BronzeMerge rows = new BronzeMerge(reader, chains)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        fold.fold(row);
        tally.folded(fold);
      }
    }
    Reduced reduced = fold.finish();
    files.write(reduced, partition);
    tally.reduced(fold, reduced);
  }

  private long commit(RebuildPlan plan, RebuiltFiles files, Tally tally) throws IOException {
    // Before silver: a key that is gone and not remembered could come back.
    files.commitMarkers();
    Map<String, Long> metrics =
        Map.of(
            "numFiles", (long) files.rows().size(),
            "numOutputRows", tally.keys(),
            "numOutputBytes", files.rows().stream().mapToLong(DataFile::size).sum());
    // Whatever is answered: the commit may be in the table.
    files.referred();
    CommitOutcome outcome =
        silver.commit(
            files.rows(), plan.positions(), Operations.rebuild(plan.positions(), metrics));
    if (outcome instanceof CommitOutcome.Committed committed) {
      return committed.version();
    }
    throw UpkeepErrors.rebuildOvertaken(config.silver().table().name(), outcome.toString());
  }
}
