package io.alluvium.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Recorded messages, one a line. */
public final class Recording {
  private Recording() {}

  /** The values of {@code data/tfl/NAME.ndjson.gz}; skips the calling test if it is absent. */
  public static List<byte[]> tfl(String name) {
    return of("tfl/" + name);
  }

  /** The values of {@code data/NAME.ndjson.gz}; skips the calling test if it is absent. */
  public static List<byte[]> of(String name) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Files.newInputStream(SharedData.require("data/" + name + ".ndjson.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
