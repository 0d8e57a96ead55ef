package io.alluvium.delta.storage;

import io.alluvium.error.TableErrors;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
    Files.deleteIfExists(below(path));
  }

  @Override
  public Listing list(Predicate<String> wanted) throws IOException {
    Path start = root.toRealPath();
    DirectoryWalk walk = new DirectoryWalk(start, wanted);
    Files.walkFileTree(start, walk);
    return walk.listing();
  }

  @Override
  public void deleteIfEmpty(String directory) throws IOException {
    try {
      Files.deleteIfExists(below(directory));
    } catch (DirectoryNotEmptyException e) {
      // Somebody put a file there, or one that isn't ours to delete is left.
    }
  }

  @Override
  public Optional<String> locate(String path) {
    Path absolute = resolve(path).toAbsolutePath().normalize();
    for (Path base : List.of(root.toAbsolutePath().normalize(), realRoot())) {
      if (absolute.startsWith(base)) {
        return Optional.of(base.relativize(absolute).toString().replace(File.separatorChar, '/'));
      }
    }
    return Optional.empty();
  }

  private Path realRoot() {
    try {
      return root.toRealPath();
    } catch (IOException e) {
      return root.toAbsolutePath();
    }
  }

  /** See {@link OutsideOfTable}. */
  private Path below(String path) throws IOException {
    Path below = resolve(path).normalize();
    Path base = root.normalize();
    if (!below.startsWith(base) || below.equals(base)) {
      throw OutsideOfTable.refused(path);
    }
    return below;
  }

  private Path resolve(String path) {
    try {
      return root.resolve(path);
    } catch (InvalidPathException e) {
      // A JVM in the POSIX locale can't name files beyond ASCII.
      throw TableErrors.unnameableFile(path, e);
    }
  }
}
