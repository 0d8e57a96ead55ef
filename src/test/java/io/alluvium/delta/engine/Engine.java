package io.alluvium.delta.engine;

import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.kernel.KernelTable;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.standalone.StandaloneTable;
import io.delta.storage.LogStore;
import java.io.IOException;
import java.time.Clock;
import org.apache.hadoop.conf.Configuration;

/** Both ways to a table's log, for tests that hold for either. */
enum Engine {
  STANDALONE {
    @Override
    TableLog open(TableSpec spec, LogAccess access) throws IOException {
      return StandaloneTable.openOrCreate(spec, access);
    }
  },
  KERNEL {
    @Override
    TableLog open(TableSpec spec, LogAccess access) throws IOException {
      return KernelTable.openOrCreate(spec, access);
    }
  };

  abstract TableLog open(TableSpec spec, LogAccess access) throws IOException;

  TableLog open(TableSpec spec) throws IOException {
    return open(spec, access(LocalLogStore.class));
  }

  /** Everything real, checkpoints written before a commit returns. */
  static LogAccess access(Class<? extends LogStore> type) {
    Configuration conf = HadoopConf.with("file", type);
    try {
      LogStore store = type.getConstructor(Configuration.class).newInstance(conf);
      return new LogAccess(store, conf, Clock.systemUTC(), Runnable::run);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
