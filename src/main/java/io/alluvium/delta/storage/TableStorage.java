package io.alluvium.delta.storage;

import java.io.IOException;
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

  /** Deletes a file; one that doesn't exist is no error. */
  void delete(String path) throws IOException;
}
