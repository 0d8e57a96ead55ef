package io.alluvium.maintain;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.error.TableErrors;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.pipeline.PipelineTables;
import java.io.IOException;
import java.time.Clock;

/** The optimizers of a pipeline's tables, which must exist. */
public final class Optimizers {
  private final PipelineConfig config;
  private final PipelineTables tables;
  private final Clock clock;

  private Optimizers(PipelineConfig config, PipelineTables tables, Clock clock) {
    this.config = config;
    this.tables = tables;
    this.clock = clock;
  }

  /**
   * Opens the tables.
   *
   * @throws io.alluvium.error.UserException if one is missing or doesn't fit the configuration
   */
  public static Optimizers open(PipelineConfig config, Clock clock) throws IOException {
    PipelineLogs logs = PipelineLogs.of(config);
    require(logs.bronze());
    require(logs.silver());
    return new Optimizers(config, PipelineTables.open(config, clock, Runnable::run), clock);
  }

  private static void require(ReadOnlyLog log) throws IOException {
    if (log.find().isEmpty()) {
      throw TableErrors.tableMissing(log.spec().name(), log.spec().path());
    }
  }

  public TableOptimizer bronze(BronzeMerges.Eagerness eagerness) {
    return new BronzeOptimizer(config, tables, eagerness, clock);
  }

  public TableOptimizer silver() {
    return new SilverOptimizer(config, tables, clock);
  }
}
