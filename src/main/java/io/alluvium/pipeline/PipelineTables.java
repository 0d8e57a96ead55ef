package io.alluvium.pipeline;

import io.alluvium.config.BronzeConfig;
import io.alluvium.config.ColumnPrints;
import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.kernel.KernelLogs;
import io.alluvium.delta.kernel.KernelTable;
import io.alluvium.delta.log.ConditionalPutProbe;
import io.alluvium.delta.log.EngineRules;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.log.TableReplacement;
import io.alluvium.delta.standalone.StandaloneTable;
import io.alluvium.error.TableErrors;
import io.alluvium.oci.storage.OciSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A pipeline's tables, opened, or created where they are missing.
 *
 * @param quarantine what bronze can't hold byte for byte
 * @param deleted keys that silver remembers as deleted; empty if it remembers none
 */
public record PipelineTables(
    TableLog bronze, TableLog silver, TableLog quarantine, Optional<TableLog> deleted) {

  /** How a service comes by its tables; {@link PipelineTables#open} is the usual way. */
  @FunctionalInterface
  public interface Opener {
    PipelineTables open(PipelineConfig config, Clock clock, Executor background) throws IOException;
  }

  /**
   * Opens them all.
   *
   * @param background where checkpoints are written
   * @throws io.alluvium.error.UserException if one doesn't fit, belongs to another pipeline or was
   *     taken back by others
   */
  public static PipelineTables open(PipelineConfig config, Clock clock, Executor background)
      throws IOException {
    TableAccess access = access(config);
    ConditionalPutProbe.require(access, config.bronze().table().path());
    ConditionalPutProbe.require(access, config.silver().table().path());
    return open(config, access.logs(clock, background));
  }

  /** The same for who moves positions: tables that others took back are opened, too. */
  public static PipelineTables openToReset(PipelineConfig config, Clock clock) throws IOException {
    return open(config, access(config).logs(clock, Runnable::run).acceptingRewinds());
  }

  /** The same with another way to the logs. */
  public static PipelineTables open(PipelineConfig config, LogAccess access) throws IOException {
    PipelineTables tables =
        new PipelineTables(
            bronze(config.bronze(), access),
            KernelTable.openOrCreate(silverSpec(config), access),
            // Emptying it is how somebody tidies up.
            KernelTable.openOrCreate(quarantineSpec(config), access.acceptingRewinds()),
            config.silver().remembersDeletes()
                ? Optional.of(
                    KernelTable.openOrCreate(deletedSpec(config), access.acceptingRewinds()))
                : Optional.empty());
    AppIds appIds = AppIds.of(config);
    refuseForeign(config.bronze().table(), tables.bronze.snapshot(), appIds);
    refuseForeign(config.silver().table(), tables.silver.snapshot(), appIds);
    return tables;
  }

  /** One of the tables for who puts another in its place; it needn't exist. */
  public static TableReplacement replacement(PipelineConfig config, TableSpec spec, Clock clock) {
    return KernelLogs.replacement(spec, access(config).logs(clock, Runnable::run));
  }

  /** Bronze's log for who only looks at it before anything is opened. */
  static ReadOnlyLog bronzeLog(PipelineConfig config) {
    return log(config, config.bronze().table());
  }

  /** The same of silver's. */
  static ReadOnlyLog silverLog(PipelineConfig config) {
    return log(config, config.silver().table());
  }

  private static ReadOnlyLog log(PipelineConfig config, TableSpec spec) {
    TableAccess access = access(config);
    return KernelLogs.readOnly(spec, access.logs(), access.conf());
  }

  private static TableLog bronze(BronzeConfig bronze, LogAccess access) throws IOException {
    return switch (bronze.engine()) {
      case STANDALONE -> StandaloneTable.openOrCreate(bronze.table(), access);
      case KERNEL -> KernelTable.openOrCreate(bronze.table(), EngineRules.OWN_APPENDER, access);
    };
  }

  /** How the pipeline's tables are reached. */
  public static TableAccess access(PipelineConfig config) {
    Map<String, String> settings = new HashMap<>(OciSettings.of(config.oci().access()));
    settings.putAll(config.hadoop());
    return new TableAccess(settings);
  }

  /** The silver table as the configuration wants it, with its key and how its columns are made. */
  public static TableSpec silverSpec(PipelineConfig config) {
    return config
        .silver()
        .table()
        .keyedBy(config.silver().key())
        .with(ColumnPrints.PROPERTY, ColumnPrints.of(config).text());
  }

  /** The quarantine table as the configuration places it. */
  public static TableSpec quarantineSpec(PipelineConfig config) {
    return new TableSpec(
        config.bronze().table().name() + "_quarantine",
        config.bronze().quarantinePath(),
        Quarantine.SCHEMA,
        List.of(),
        config.tables().properties());
  }

  /** The table of deleted keys as the configuration places it. */
  public static TableSpec deletedSpec(PipelineConfig config) {
    return new TableSpec(
        config.silver().table().name() + "_deleted",
        config.silver().deletedPath(),
        MarkerColumns.schema(config.silver()),
        List.of(),
        config.tables().properties());
  }

  /**
   * Refuses a table that another pipeline fills.
   *
   * @throws io.alluvium.error.UserException if there are positions of another name
   */
  public static void refuseForeign(TableSpec spec, TableSnapshot table, AppIds appIds) {
    appIds
        .foreign(table.txns().keySet())
        .ifPresent(
            foreign -> {
              throw TableErrors.tableOfAnotherPipeline(spec.name(), foreign, appIds.name());
            });
  }
}
