package io.alluvium.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that goes when it is closed. */
record ScratchDirectory(Path path) implements AutoCloseable {
  static ScratchDirectory create() throws IOException {
    return new ScratchDirectory(Files.createTempDirectory("alluvium-benchmark"));
  }

  @Override
  public void close() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(path)) {
      files = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
