package io.alluvium.delta.log;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the expired files of a table's log. Some at a time, so that neither a backlog of years
 * nor slow storage keeps a thread for long: what is left goes the next time. Several may clean one
 * table at once. Failures are logged and nothing else.
 */
public final class LogCleaner {
  private static final Logger LOG = LoggerFactory.getLogger(LogCleaner.class);

  /** As many commits as an hour of one each second brings, and room to catch up. */
  private static final int MOST_FILES_A_RUN = 5000;

  private final CommitFiles files;
  private final Clock clock;

  public LogCleaner(CommitFiles files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  /** Removes what the table's properties let go. */
  public void clean(Map<String, String> properties) {
    Optional<Duration> retention = LogRetention.of(properties);
    if (retention.isEmpty()) {
      return;
    }
    try {
      ExpiredLog.Bounds bounds =
          new ExpiredLog.Bounds(
              clock.millis() - retention.get().toMillis(),
              files.lastCheckpoint(),
              LogRetention.protectedBefore(properties));
      List<String> expired = ExpiredLog.names(files.list(), bounds, MOST_FILES_A_RUN);
      for (String name : expired) {
        files.delete(name);
      }
      if (!expired.isEmpty()) {
        LOG.atDebug()
            .addKeyValue("log", files.directory())
            .addKeyValue("files", expired.size())
            .log("expired log files removed");
      }
    } catch (IOException | RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("log", files.directory())
          .setCause(e)
          .log("expired log files stay until the next time");
    }
  }
}
