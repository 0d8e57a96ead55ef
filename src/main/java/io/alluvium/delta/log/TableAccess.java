package io.alluvium.delta.log;

import io.alluvium.delta.storage.HadoopTableStorage;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.TablePath;
import io.alluvium.delta.storage.TableStorage;
import io.delta.storage.LogStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;

/**
 * How the tables of a pipeline are reached, on whatever storage each of them lies: local paths
 * without Hadoop where that can be, other schemes through its file systems. Safe for several
 * threads.
 */
public final class TableAccess {
  private final Configuration conf;
  private final LogStore logs;

  /**
   * @param settings of Hadoop's file systems, by Hadoop's own keys
   */
  public TableAccess(Map<String, String> settings) {
    this.conf = HadoopConf.of(settings);
    this.logs = new SchemeLogStore(conf);
  }

  /** For the Delta libraries. */
  public Configuration conf() {
    return conf;
  }

  /** The store of every table's log. */
  public LogStore logs() {
    return logs;
  }

  /**
   * What a table's log is reached through.
   *
   * @param background where checkpoints are written and expired log files removed
   */
  public LogAccess logs(Clock clock, Executor background) {
    return new LogAccess(logs, conf, clock, background);
  }

  /**
   * Where the files of a table lie.
   *
   * @param path of the table, or of a directory below it
   */
  public TableStorage files(String path) {
    return TablePath.isLocal(path)
        ? new LocalTableStorage(Path.of(path))
        : new HadoopTableStorage(new org.apache.hadoop.fs.Path(path), conf);
  }
}
