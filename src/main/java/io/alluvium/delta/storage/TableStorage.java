package io.alluvium.delta.storage;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/**
 * Where the data files of one table lie. Paths are relative to the table's root, with {@code /}
 * between segments, and are NOT URL-encoded: {@link DataFilePath} goes between them and the log.
 * Implementations are safe for several threads.
 */
public interface TableStorage {
  /**
   * A new file; writing fails if it exists. When its stream has been closed without an exception
   * the file survives a crash of the machine, so that a commit may refer to it.
   */
  OutputFile create(String path);

  /** An existing file; a missing one fails with {@link IOException} when it is first read. */
  InputFile open(String path) throws IOException;

  /**
   * Deletes a file below the root; one that doesn't exist is no error.
   *
   * @throws IOException if it lies elsewhere, too
   */
  void delete(String path) throws IOException;

  /**
   * All files below the root. A directory that holds a table of its own (it has a {@code
   * _delta_log}) isn't looked into.
   *
   * @param wanted by a directory's name, whether to look into it
   * @throws io.alluvium.error.UserException if a name can't be told as it is on disk
   */
  Listing list(Predicate<String> wanted) throws IOException;

  /** Deletes a directory if nothing is in it; one that isn't empty or doesn't exist is no error. */
  void deleteIfEmpty(String directory) throws IOException;

  /** A path, below the root or absolute, as it would be in a {@link Listing}; empty if outside. */
  Optional<String> locate(String path);
}
