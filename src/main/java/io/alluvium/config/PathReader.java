package io.alluvium.config;

import java.nio.file.Path;
import java.util.Optional;

/** Reads keys that say where a table lies. */
final class PathReader {
  private final Values values;
  private final Path workingDirectory;
  private final Problems problems;

  PathReader(Values values, Path workingDirectory, Problems problems) {
    this.values = values;
    this.workingDirectory = workingDirectory;
    this.problems = problems;
  }

  Optional<String> read(Key<String> key) {
    Optional<String> written = values.read(key);
    if (written.isEmpty()) {
      return written;
    }
    try {
      return Optional.of(TablePaths.absolute(written.get(), workingDirectory));
    } catch (BadValueException e) {
      problems.add(values.location(key), key.path(), e);
      return Optional.empty();
    }
  }
}
