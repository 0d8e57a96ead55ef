package io.alluvium.delta.log;

import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps a log short, done in the background every {@code delta.checkpointInterval} versions
 * (Delta protocol, "Checkpoints"): a checkpoint, unless the engine has written one already, and
 * then the removal of what has expired.
 */
public final class LogUpkeep {
  private static final Logger LOG = LoggerFactory.getLogger(LogUpkeep.class);

  private final LongConsumer checkpoint;
  private final LogCleaner cleaner;
  private final Executor background;

  /**
   * @param checkpoint writes one of a version, and throws nothing
   */
  public LogUpkeep(LongConsumer checkpoint, LogCleaner cleaner, Executor background) {
    this.checkpoint = checkpoint;
    this.cleaner = cleaner;
    this.background = background;
  }

  /** After a version of ours was committed. */
  public void committed(long version, Map<String, String> properties) {
    if (version % LogRetention.checkpointInterval(properties) != 0) {
      return;
    }
    try {
      background.execute(
          () -> {
            checkpoint.accept(version);
            cleaner.clean(properties);
          });
    } catch (RejectedExecutionException e) {
      LOG.atInfo().addKeyValue("version", version).log("log upkeep left out while closing");
    }
  }
}
