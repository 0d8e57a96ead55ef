package io.alluvium.delta.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a table's checkpoints (Delta protocol, "Checkpoints"). A failure is logged and nothing
 * else: the next one makes up for it.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final Engine engine;
  private final String path;

  Checkpoints(Engine engine, String path) {
    this.engine = engine;
    this.path = path;
  }

  void write(long version) {
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
}
