package io.alluvium.delta.storage;

import io.alluvium.error.TableErrors;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Gathers the files of a directory tree; symbolic links below its root aren't followed. */
final class DirectoryWalk extends SimpleFileVisitor<Path> {
  private static final String LOG_DIRECTORY = "_delta_log";

  private final Path root;
  private final Predicate<String> wanted;
  private final List<StoredFile> files = new ArrayList<>();
  private final List<StoredFile> directories = new ArrayList<>();

  /**
   * @param root no symbolic link
   * @param wanted by a directory's name
   */
  DirectoryWalk(Path root, Predicate<String> wanted) {
    this.root = root;
    this.wanted = wanted;
  }

  Listing listing() {
    return new Listing(files, directories);
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
    if (directory.equals(root)) {
      return FileVisitResult.CONTINUE;
    }
    if (!wanted.test(directory.getFileName().toString())
        || Files.isDirectory(directory.resolve(LOG_DIRECTORY))) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    directories.add(stored(directory, attributes));
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      files.add(stored(file, attributes));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException && !file.equals(root)) {
      // Somebody deleted it between the listing of its directory and the look at it.
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  private StoredFile stored(Path path, BasicFileAttributes attributes) {
    String relative =
        root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
    requireNameable(relative, path);
    return new StoredFile(relative, attributes.size(), attributes.lastModifiedTime().toMillis());
  }

  /** A JVM in the POSIX locale reads other names than those on disk, beyond ASCII. */
  private void requireNameable(String relative, Path path) {
    try {
      if (root.resolve(relative).equals(path)) {
        return;
      }
    } catch (InvalidPathException e) {
      throw TableErrors.unnameableFile(relative, e);
    }
    throw TableErrors.unnameableFile(
        relative, new InvalidPathException(relative, "its name isn't the one on disk"));
  }
}
