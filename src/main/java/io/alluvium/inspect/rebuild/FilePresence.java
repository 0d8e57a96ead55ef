package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Whether files that no log refers to yet are there as they were written. */
final class FilePresence {
  private FilePresence() {}

  /** The first that is missing or has another size; empty if there is none. */
  static Optional<DataFile> firstMissing(TableStorage storage, List<DataFile> files) {
    return files.stream().filter(file -> !isPresent(storage, file)).findFirst();
  }

  static boolean areAll(TableStorage storage, List<DataFile> files) {
    return firstMissing(storage, files).isEmpty();
  }

  private static boolean isPresent(TableStorage storage, DataFile file) {
    try {
      return storage.open(DataFilePath.decode(file.path())).getLength() == file.size();
    } catch (IOException e) {
      return false;
    }
  }
}
