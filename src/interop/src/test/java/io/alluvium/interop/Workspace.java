package io.alluvium.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a test run's tables, logs and Spark's own files go: a fresh directory in target. */
final class Workspace {
  static final Path ROOT = create();

  private Workspace() {}

  private static Path create() {
    try {
      Path parent = Path.of(System.getProperty("interop.work")).toAbsolutePath().normalize();
      return Files.createTempDirectory(Files.createDirectories(parent), "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
