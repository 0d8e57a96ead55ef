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

/** Recorded TfL messages; not part of the project. */
final class Recordings {
  private Recordings() {}

  /** The values of all recordings, file after file; skips the calling test if there are none. */
  static List<byte[]> tfl() throws IOException {
    Path directory = Path.of(System.getProperty("alluvium.shared"), "data", "tfl");
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
