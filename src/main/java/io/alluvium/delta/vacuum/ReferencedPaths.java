package io.alluvium.delta.vacuum;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.delta.vector.VectorFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.Set;

/**
 * The files of a table's directory that must stay: data and deletion vectors of the active files,
 * and of those that were removed lately, which readers of older versions still need.
 */
final class ReferencedPaths {
  /** The type of vectors that are named by a whole path (Delta protocol, "Deletion Vectors"). */
  private static final String ABSOLUTE = "p";

  private final TableStorage storage;
  private final Set<String> paths = new HashSet<>();

  private ReferencedPaths(TableStorage storage) {
    this.storage = storage;
  }

  /**
   * Paths as a listing of the storage has them.
   *
   * @param since files that were removed then or later stay, milliseconds since the epoch
   * @throws IOException if the log names a file by something that can't be understood
   */
  static Set<String> of(TableReferences references, TableStorage storage, long since)
      throws IOException {
    ReferencedPaths found = new ReferencedPaths(storage);
    for (DataFile file : references.active()) {
      found.add(file);
    }
    for (Action.Remove remove : references.removed()) {
      if (remove.deletionTimestamp() >= since) {
        found.add(remove.file());
      }
    }
    return found.paths;
  }

  private void add(DataFile file) throws IOException {
    if (!isElsewhere(file.path())) {
      storage.locate(DataFilePath.decode(file.path())).ifPresent(paths::add);
    }
    if (file.vector() != null) {
      add(file.vector());
    }
  }

  private void add(DeletionVector vector) throws IOException {
    if (vector.storageType().equals(ABSOLUTE) && isElsewhere(vector.pathOrInline())) {
      return;
    }
    String path = VectorFiles.path(vector);
    if (path != null) {
      storage.locate(path).ifPresent(paths::add);
    }
  }

  /** On another storage, as a shallow clone's files may be. */
  private static boolean isElsewhere(String logged) {
    try {
      URI uri = new URI(logged);
      return uri.getScheme() != null
          && uri.getPath() != null
          && uri.getRawSchemeSpecificPart().startsWith("//")
          && !uri.getScheme().equals("file");
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
