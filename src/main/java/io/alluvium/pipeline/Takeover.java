package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.log.ReadOnlyLog;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first positions of tables that Spark jobs have filled. Planned before anything is opened, so
 * that a refusal leaves the tables as they are; written in one commit a table, so that either all
 * partitions have them or none.
 *
 * @param bronze by partition, the next offset; empty if there is nothing to take over
 * @param silver the same, never beyond bronze
 */
record Takeover(AppIds appIds, Map<Integer, Long> bronze, Map<Integer, Long> silver) {
  private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
  private static final int TRIES = 10;

  /**
   * Asks the jobs' checkpoints, unless bronze knows a position already.
   *
   * @throws io.alluvium.error.UserException if it isn't certain where to go on
   */
  static Takeover plan(PipelineConfig config, TopicFacts facts, Clock clock) throws IOException {
    AppIds appIds = AppIds.of(config);
    ReadOnlyLog log = PipelineTables.bronzeLog(config);
    if (!(config.source().start() instanceof SparkCheckpoint start)
        || knowsPosition(log.find(), facts.ends().keySet(), appIds)) {
      return new Takeover(appIds, Map.of(), Map.of());
    }
    SparkJobs jobs = new SparkJobs(config, log, facts, clock);
    Map<Integer, Long> bronze = jobs.bronzeEnds(start);
    Map<Integer, Long> silver = jobs.silverEnds(start, bronze);
    LOG.info("taking over from Spark: bronze at {}, silver at {}", bronze, silver);
    Set<Integer> others = new TreeSet<>(facts.ends().keySet());
    others.removeAll(bronze.keySet());
    if (!others.isEmpty()) {
      LOG.warn("Spark never read partitions {}; they start at their first offsets", others);
    }
    return new Takeover(appIds, bronze, silver);
  }

  private static boolean knowsPosition(
      Optional<TableSnapshot> bronze, Set<Integer> partitions, AppIds appIds) {
    return bronze.isPresent()
        && partitions.stream().anyMatch(p -> bronze.get().txn(appIds.bronze(p)).isPresent());
  }

  /** Writes the positions where there are none. */
  void anchor(PipelineTables tables) throws IOException {
    // Silver first: a silver position without a bronze one is a start that was cut short.
    anchor(tables.silver(), silver, appIds::silver);
    anchor(tables.bronze(), bronze, appIds::bronze);
  }

  private static void anchor(
      TableLog table, Map<Integer, Long> positions, IntFunction<String> appId) throws IOException {
    for (int tries = 0; tries < TRIES; tries++) {
      List<TxnAdvance> advances = missing(table.snapshot(), positions, appId);
      if (advances.isEmpty()) {
        return;
      }
      LOG.info("first positions in {}: {}", table.path(), advances);
      Moving.move(table, advances, Operations.Reason.START);
    }
    throw new IOException("others kept writing to " + table.path() + " in " + TRIES + " tries");
  }

  private static List<TxnAdvance> missing(
      TableSnapshot snapshot, Map<Integer, Long> positions, IntFunction<String> appId) {
    List<TxnAdvance> missing = new ArrayList<>();
    positions.forEach(
        (partition, next) -> {
          String id = appId.apply(partition);
          if (snapshot.txn(id).isEmpty()) {
            missing.add(new TxnAdvance(id, TxnAdvance.NONE, next));
          }
        });
    return missing;
  }
}
