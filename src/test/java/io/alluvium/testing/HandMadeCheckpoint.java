package io.alluvium.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;

/** A checkpoint as Spark 4.1.1 leaves it, an hour old. */
public record HandMadeCheckpoint(Path directory, String queryId) {
  public static HandMadeCheckpoint create(Path directory, String queryId) throws IOException {
    Files.createDirectories(directory.resolve("offsets"));
    Files.createDirectories(directory.resolve("commits"));
    Files.writeString(directory.resolve("metadata"), "{\"id\":\"" + queryId + "\"}");
    return new HandMadeCheckpoint(directory, queryId);
  }

  /**
   * A batch that was planned.
   *
   * @param end the source's offset, JSON
   */
  public HandMadeCheckpoint begun(long batch, String end) throws IOException {
    write("offsets/" + batch, "v1\n{\"batchWatermarkMs\":0,\"conf\":{}}\n" + end);
    return this;
  }

  /** A batch that is done. */
  public HandMadeCheckpoint done(long batch, String end) throws IOException {
    begun(batch, end);
    write("commits/" + batch, "v1\n{\"nextBatchWatermarkMs\":0}");
    return this;
  }

  /** Any file of it, with the checksum file that Hadoop puts beside. */
  public HandMadeCheckpoint write(String file, String text) throws IOException {
    Path path = Files.writeString(directory.resolve(file), text);
    Files.writeString(path.resolveSibling("." + path.getFileName() + ".crc"), "crc");
    touch(Instant.now().minusSeconds(3600));
    return this;
  }

  /** Sets when all of it was written. */
  public void touch(Instant time) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.setLastModifiedTime(file, FileTime.from(time));
      }
    }
  }
}
