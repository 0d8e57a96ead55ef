package io.alluvium.inspect;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.kernel.KernelLogs;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.pipeline.PipelineTables;
import io.delta.storage.LogStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The logs of a pipeline's tables, none of which needs to exist.
 *
 * @param deleted keys that silver remembers as deleted; empty if it remembers none
 */
public record PipelineLogs(
    ReadOnlyLog bronze, ReadOnlyLog silver, ReadOnlyLog quarantine, Optional<ReadOnlyLog> deleted) {

  public static PipelineLogs of(PipelineConfig config) {
    Configuration conf = HadoopConf.with("file", LocalLogStore.class);
    LogStore store = new LocalLogStore(conf);
    return new PipelineLogs(
        KernelLogs.readOnly(config.bronze().table(), store, conf),
        KernelLogs.readOnly(PipelineTables.silverSpec(config), store, conf),
        KernelLogs.readOnly(PipelineTables.quarantineSpec(config), store, conf),
        config.silver().remembersDeletes()
            ? Optional.of(KernelLogs.readOnly(PipelineTables.deletedSpec(config), store, conf))
            : Optional.empty());
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
