package io.alluvium.delta.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a table's checkpoints in the background, every {@code delta.checkpointInterval} commits
 * (Delta protocol, "Checkpoints"). A failure is logged and nothing else: the next one makes up for
 * it.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final String INTERVAL = "delta.checkpointInterval";
  private static final long DEFAULT_INTERVAL = 10;

  private final Engine engine;
  private final String path;
  private final Executor executor;

  Checkpoints(Engine engine, String path, Executor executor) {
    this.engine = engine;
    this.path = path;
    this.executor = executor;
  }

  void committed(long version, Map<String, String> properties) {
    if (version % interval(properties) == 0) {
      try {
        executor.execute(() -> write(version));
      } catch (RejectedExecutionException e) {
        LOG.atInfo().addKeyValue("version", version).log("checkpoint left out while closing");
      }
    }
  }

  private void write(long version) {
    try {
      TableManager.loadSnapshot(path).atVersion(version).build(engine).writeCheckpoint(engine);
    } catch (CheckpointAlreadyExistsException e) {
      LOG.atDebug().addKeyValue("version", version).log("checkpoint exists");
    } catch (IOException | RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("table", path)
          .addKeyValue("version", version)
          .setCause(e)
          .log("checkpoint failed, the next one will make up for it");
    }
  }

  private static long interval(Map<String, String> properties) {
    try {
      long interval = Long.parseLong(properties.getOrDefault(INTERVAL, ""));
      return interval > 0 ? interval : DEFAULT_INTERVAL;
    } catch (NumberFormatException e) {
      return DEFAULT_INTERVAL;
    }
  }
}
