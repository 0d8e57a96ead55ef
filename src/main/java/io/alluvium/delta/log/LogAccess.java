package io.alluvium.delta.log;

import io.delta.storage.LogStore;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;

/**
 * What a table's log is reached through.
 *
 * @param store writes commits atomically and never over another
 * @param conf for the libraries, see {@link HadoopConf}
 * @param background where checkpoints are written and expired log files removed
 * @param rewinds what is done about tables that others took back
 */
public record LogAccess(
    LogStore store, Configuration conf, Clock clock, Executor background, Rewinds rewinds) {
  /** For a service, which mustn't go on from a table that was taken back. */
  public LogAccess(LogStore store, Configuration conf, Clock clock, Executor background) {
    this(store, conf, clock, background, Rewinds.REFUSE);
  }

  /** The same for who takes tables as others left them. */
  public LogAccess acceptingRewinds() {
    return new LogAccess(store, conf, clock, background, Rewinds.ACCEPT);
  }
}
