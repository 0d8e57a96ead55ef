package io.alluvium.delta.storage;

import io.alluvium.error.Errors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.OutputFile;

/** A table in a directory of a local (or mounted) file system. */
public final class LocalTableStorage implements TableStorage {
  private final Path root;

  public LocalTableStorage(Path root) {
    this.root = root;
  }

  @Override
  public OutputFile create(String path) {
    return new DurableOutputFile(root, resolve(path));
  }

  @Override
  public InputFile open(String path) {
    return new LocalInputFile(resolve(path));
  }

  @Override
  public void delete(String path) throws IOException {
    Files.deleteIfExists(resolve(path));
  }

  private Path resolve(String path) {
    try {
      return root.resolve(path);
    } catch (InvalidPathException e) {
      // A JVM in the POSIX locale can't name files beyond ASCII.
      throw Errors.unnameableFile(path, e);
    }
  }
}
