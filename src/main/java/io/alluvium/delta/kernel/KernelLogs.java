package io.alluvium.delta.kernel;

import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.CommitFiles;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableReplacement;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.storage.LogStore;
import org.apache.hadoop.conf.Configuration;

/** Logs that are only read, through Delta Kernel, whichever engine writes them. */
public final class KernelLogs {
  private KernelLogs() {}

  /** Touches nothing; the table needn't exist. */
  public static ReadOnlyLog readOnly(TableSpec spec, LogStore store, Configuration conf) {
    return new ReadOnlyLog(
        new CommitFiles(store, conf, spec.path()),
        new KernelLoader(DefaultEngine.create(conf), spec),
        spec);
  }

  /** A table that is to be replaced as a whole; it needn't exist. */
  public static TableReplacement replacement(TableSpec spec, LogAccess access) {
    return new TableReplacement(
        new CommitFiles(access.store(), access.conf(), spec.path()),
        new KernelLoader(DefaultEngine.create(access.conf()), spec),
        spec,
        access.clock());
  }
}
