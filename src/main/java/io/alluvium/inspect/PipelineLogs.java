package io.alluvium.inspect;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.kernel.KernelLogs;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.pipeline.PipelineTables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The logs of a pipeline's tables, none of which needs to exist.
 *
 * @param access how they are reached
 * @param deleted keys that silver remembers as deleted; empty if it remembers none
 */
public record PipelineLogs(
    TableAccess access,
    ReadOnlyLog bronze,
    ReadOnlyLog silver,
    ReadOnlyLog quarantine,
    Optional<ReadOnlyLog> deleted) {

  public static PipelineLogs of(PipelineConfig config) {
    TableAccess access = PipelineTables.access(config);
    return new PipelineLogs(
        access,
        readOnly(config.bronze().table(), access),
        readOnly(PipelineTables.silverSpec(config), access),
        readOnly(PipelineTables.quarantineSpec(config), access),
        config.silver().remembersDeletes()
            ? Optional.of(readOnly(PipelineTables.deletedSpec(config), access))
            : Optional.empty());
  }

  private static ReadOnlyLog readOnly(TableSpec spec, TableAccess access) {
    return KernelLogs.readOnly(spec, access.logs(), access.conf());
  }

  /** By the short names that the command line knows, in reading order. */
  public Map<String, ReadOnlyLog> byName() {
    Map<String, ReadOnlyLog> logs = new LinkedHashMap<>();
    logs.put("bronze", bronze);
    logs.put("silver", silver);
    logs.put("quarantine", quarantine);
    deleted.ifPresent(log -> logs.put("deleted", log));
    return logs;
  }
}
