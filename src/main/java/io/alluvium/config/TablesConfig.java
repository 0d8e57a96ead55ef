package io.alluvium.config;

import io.alluvium.delta.log.LogRetention;
import java.time.Duration;
import java.util.Map;

/**
 * What holds for the logs of all tables.
 *
 * @param logRetention how long commits are kept
 * @param checkpointInterval after how many commits a checkpoint is written
 */
public record TablesConfig(Duration logRetention, int checkpointInterval) {
  /** The same as Delta table properties. */
  public Map<String, String> properties() {
    return Map.of(
        LogRetention.DURATION, LogRetention.interval(logRetention),
        LogRetention.CHECKPOINT_INTERVAL, Integer.toString(checkpointInterval));
  }
}
