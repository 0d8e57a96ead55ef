package io.alluvium.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/** Recorded messages; not part of the project. */
final class Recordings {
  private static final Path DATA = Path.of(System.getProperty("alluvium.shared"), "data");

  private Recordings() {}

  /** The values of {@code data/NAME.ndjson.gz}; skips the calling test if it is absent. */
  static List<byte[]> of(String name) throws IOException {
    Path file = DATA.resolve(name + ".ndjson.gz");
    Assumptions.assumeTrue(Files.exists(file), () -> "skipped: no " + file);
    return lines(file);
  }

  /**
   * The values of all TfL recordings, file after file; skips the calling test if there are none.
   */
  static List<byte[]> tfl() throws IOException {
    Path directory = DATA.resolve("tfl");
    Assumptions.assumeTrue(Files.isDirectory(directory), () -> "skipped: no " + directory);
    List<byte[]> values = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ndjson.gz")).sorted().toList()) {
        values.addAll(lines(file));
      }
    }
    return values;
  }

  private static List<byte[]> lines(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
    }
  }
}
