package io.alluvium.spark;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a checkpoint lies. Paths are relative to its directory, with {@code /} between segments.
 */
public interface CheckpointFiles {
  /** A file of a directory. */
  record Entry(String name, Instant changed) {}

  /** The checkpoint's directory, for messages. */
  String location();

  /** The files of a directory in any order; none if there is no such directory. */
  List<Entry> list(String directory) throws IOException;

  /** A file's content as UTF-8, empty if there is no such file. */
  Optional<String> read(String path) throws IOException;
}
