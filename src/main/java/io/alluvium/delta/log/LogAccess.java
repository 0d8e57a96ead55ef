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
 * @param background where checkpoints are written
 */
public record LogAccess(LogStore store, Configuration conf, Clock clock, Executor background) {}
