package io.alluvium.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Recorded input and results that tests read where they are present; not part of the project. */
public final class SharedData {
  private SharedData() {}

  /** The directory: {@code ALLUVIUM_SHARED} (property or environment), else {@code ../shared}. */
  public static Optional<Path> root() {
    return Stream.of(
            System.getProperty("ALLUVIUM_SHARED"), System.getenv("ALLUVIUM_SHARED"), "../shared")
        .filter(path -> path != null && !path.isBlank())
        .map(Path::of)
        .filter(Files::isDirectory)
        .findFirst();
  }

  /** A file of it; skips the calling test if it is absent. */
  public static Path require(String relative) {
    Optional<Path> path = root().map(root -> root.resolve(relative)).filter(Files::exists);
    Assumptions.assumeTrue(path.isPresent(), () -> "skipped: shared data has no " + relative);
    return path.orElseThrow();
  }
}
