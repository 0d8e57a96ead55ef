package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.log.ExtraColumns;
import io.alluvium.delta.log.TableReplacement;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.SilverOrigin;
import io.alluvium.rekey.KeyBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at both tables and says what a rebuild would do. */
final class RebuildPlanner {
  private final PipelineConfig config;
  private final AppIds appIds;
  private final PipelineLogs logs;
  private final TableReplacement silver;
  private final BronzeFiles reader;

  RebuildPlanner(PipelineConfig config, TableReplacement silver, BronzeFiles reader) {
    this.config = config;
    this.appIds = AppIds.of(config);
    this.logs = PipelineLogs.of(config);
    this.silver = silver;
    this.reader = reader;
  }

  RebuildPlan plan(int partitions) throws IOException {
    TableSnapshot snapshot = logs.bronze().fittingSoFar(ExtraColumns.NULLABLE);
    PipelineTables.refuseForeign(config.bronze().table(), snapshot, appIds);
    BronzeContent bronze = BronzeContent.of(snapshot, appIds);
    if (bronze.positions().isEmpty()) {
      throw UpkeepErrors.rebuildWithoutPositions(config.bronze().table().name(), appIds.topic());
    }
    Optional<TableSnapshot> present = logs.silver().find();
    if (present.isPresent()) {
      PipelineTables.refuseForeign(config.silver().table(), present.get(), appIds);
    }
    Map<String, Long> txns = present.map(TableSnapshot::txns).orElse(Map.of());
    SilverOrigin.check(config, txns);
    return new RebuildPlan(
        target(present),
        bronze,
        ownership(bronze, partitions),
        new SilverAdvances(config, txns).to(bronze.positions(), partitions),
        bronze.notices(config.silver(), reader));
  }

  private Ownership ownership(BronzeContent bronze, int partitions) {
    return config.rekey().isPresent()
        ? new Ownership.ByKey(
            partitions,
            new KeyBytes(config.silver().table().schema().requireAll(config.silver().key())))
        : Ownership.decide(
            partitions, bronze.partitionsAtFirst(), bronze.partitions(), bronze.untagged().size());
  }

  private RebuildPlan.Target target(Optional<TableSnapshot> present) throws IOException {
    String path = config.silver().table().path();
    if (present.isEmpty()) {
      return new RebuildPlan.Target(path, -1, 0, List.of());
    }
    long rows = present.get().files().stream().mapToLong(f -> Math.max(0, f.liveRecords())).sum();
    return new RebuildPlan.Target(path, present.get().version(), rows, silver.differences());
  }
}
