package io.alluvium.maintain;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.delta.compact.MergeGroup;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.compact.MergeSettings;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.SilverPositions;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Bronze: files in offset order, up to where silver stands. */
final class BronzeOptimizer implements TableOptimizer {
  private final PipelineConfig config;
  private final PipelineTables tables;
  private final TableStorage storage;
  private final BronzeMerges merges;
  private final Clock clock;

  BronzeOptimizer(
      PipelineConfig config, PipelineTables tables, BronzeMerges.Eagerness eagerness, Clock clock) {
    this.config = config;
    this.tables = tables;
    this.storage = PipelineTables.access(config).files(config.bronze().table().path());
    this.clock = clock;
    this.merges =
        new BronzeMerges(
            new MergeSettings(config.bronze().targetFileBytes(), MergeSettings.DEFAULT_QUIET),
            eagerness);
  }

  @Override
  public MergeReport run() throws IOException {
    // Once: what silver passes meanwhile is for the next time, or this would never end.
    Map<Integer, Long> silver =
        SilverPositions.of(config).read(tables.silver().snapshot().txns()).lowest();
    long now = clock.millis() * 1_000;
    return new MergeLoop(config.bronze().table(), tables.bronze(), storage, clock)
        .run(snapshot -> plan(snapshot, silver, now));
  }

  private List<MergeGroup> plan(TableSnapshot snapshot, Map<Integer, Long> silver, long now)
      throws IOException {
    return merges.plan(
        snapshot.files(), partition -> silver.getOrDefault(partition, Long.MIN_VALUE), now);
  }
}
