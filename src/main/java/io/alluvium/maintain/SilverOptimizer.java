package io.alluvium.maintain;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.compact.OwnedMerges;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.pipeline.PipelineTables;
import java.io.IOException;
import java.time.Clock;

/**
 * Silver: files of one owner, without the rows that vectors delete. A service that runs meets it as
 * it meets anybody's OPTIMIZE: it reads the changed files anew and goes on.
 */
final class SilverOptimizer implements TableOptimizer {
  private final PipelineConfig config;
  private final PipelineTables tables;
  private final TableStorage storage;
  private final Clock clock;

  SilverOptimizer(PipelineConfig config, PipelineTables tables, Clock clock) {
    this.config = config;
    this.tables = tables;
    this.storage = PipelineTables.access(config).files(config.silver().table().path());
    this.clock = clock;
  }

  @Override
  public MergeReport run() throws IOException {
    OwnedMerges merges = new OwnedMerges(config.silver().targetFileBytes());
    return new MergeLoop(config.silver().table(), tables.silver(), storage, clock)
        .run(snapshot -> merges.plan(snapshot.files()));
  }
}
