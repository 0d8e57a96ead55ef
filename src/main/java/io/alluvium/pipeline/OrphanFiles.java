package io.alluvium.pipeline;

import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes files that were written and that no commit will ever refer to. */
final class OrphanFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanFiles.class);

  private final TableStorage storage;

  OrphanFiles(TableStorage storage) {
    this.storage = storage;
  }

  /** Best effort: what stays is for vacuum. */
  void delete(List<String> paths) {
    for (String path : paths) {
      try {
        storage.delete(path);
      } catch (IOException | RuntimeException e) {
        LOG.info("unused file {} stays for vacuum: {}", path, e.toString());
      }
    }
  }
}
