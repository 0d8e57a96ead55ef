package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes data files that were written and that no commit will ever refer to. */
final class OrphanFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanFiles.class);

  private final TableStorage storage;

  OrphanFiles(TableStorage storage) {
    this.storage = storage;
  }

  /** Best effort: what stays is for vacuum. */
  void delete(List<DataFile> files) {
    for (DataFile file : files) {
      try {
        storage.delete(DataFilePath.decode(file.path()));
      } catch (IOException | RuntimeException e) {
        LOG.info("unused file {} stays for vacuum: {}", file.path(), e.toString());
      }
    }
  }
}
