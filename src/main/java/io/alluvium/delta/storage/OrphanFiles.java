package io.alluvium.delta.storage;

import io.alluvium.delta.DataFile;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes files that were written and that no commit will ever refer to. Safe for several threads.
 */
public final class OrphanFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanFiles.class);

  private final TableStorage storage;

  public OrphanFiles(TableStorage storage) {
    this.storage = storage;
  }

  /** As the other, of a data file. */
  public void delete(DataFile file) {
    try {
      delete(List.of(DataFilePath.decode(file.path())));
    } catch (IOException e) {
      LOG.info("unused file {} stays for vacuum: {}", file.path(), e.toString());
    }
  }

  /** Best effort: what stays is for vacuum. */
  public void delete(List<String> paths) {
    for (String path : paths) {
      try {
        storage.delete(path);
      } catch (IOException | RuntimeException e) {
        LOG.info("unused file {} stays for vacuum: {}", path, e.toString());
      }
    }
  }
}
