package io.alluvium.delta;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Delta's log on a local file system, safe for several threads and processes (the contract is
 * {@link LogStore}'s: all or nothing, one winner a name, listings that see every acknowledged
 * write).
 *
 * <p>A file is written under a hidden name, forced to disk, and then gets its real name through a
 * hard link, which the kernel refuses if the name is taken; the directory is forced after that. So
 * a crash leaves the whole file or none, and at worst a hidden one, which readers ignore and a
 * later overwrite (each checkpoint makes one) removes once it is an hour old. Nothing forks a
 * process, as Hadoop's local file system does for permissions.
 *
 * <p>On file systems without hard links the name is given by a rename under an exclusive lock on
 * {@code .alluvium.lock}, which the operating system drops when its holder dies. That is as safe
 * between processes that use this class, not against other writers.
 */
public class LocalLogStore extends LogStore {
  private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-f-]{36}\\.tmp");
  private static final Duration ABANDONED = Duration.ofHours(1);
  private static final String LOCK_FILE = ".alluvium.lock";

  /** File locks belong to the whole JVM, so its threads have to take turns themselves. */
  private static final Object JVM_LOCK = new Object();

  public LocalLogStore(Configuration conf) {
    super(conf);
  }

  @Override
  public CloseableIterator<String> read(org.apache.hadoop.fs.Path path, Configuration conf)
      throws IOException {
    try {
      return new Lines(Files.newBufferedReader(local(path), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw notFound(path.toString(), e);
    }
  }

  @Override
  public void write(
      org.apache.hadoop.fs.Path path,
      Iterator<String> actions,
      Boolean overwrite,
      Configuration conf)
      throws IOException {
    Path target = local(path);
    if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Path directory = target.getParent();
    Path temporary =
        directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      writeForced(temporary, actions);
      if (overwrite) {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } else {
        publish(temporary, target);
      }
    } catch (NoSuchFileException e) {
      throw notFound(directory.toString(), e);
    } finally {
      Files.deleteIfExists(temporary);
    }
    force(directory);
    if (overwrite) {
      removeAbandoned(directory);
    }
  }

  /** All files from {@code path}'s name on, in the order of their names. */
  @Override
  public Iterator<FileStatus> listFrom(org.apache.hadoop.fs.Path path, Configuration conf)
      throws IOException {
    List<FileStatus> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(local(path).getParent())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.compareTo(path.getName()) >= 0 && !TEMPORARY.matcher(name).matches()) {
          status(file, new org.apache.hadoop.fs.Path(path.getParent(), name)).ifPresent(found::add);
        }
      }
    } catch (NoSuchFileException e) {
      throw notFound(String.valueOf(path.getParent()), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    found.sort(Comparator.comparing(status -> status.getPath().getName()));
    return found.iterator();
  }

  @Override
  public org.apache.hadoop.fs.Path resolvePathOnPhysicalStorage(
      org.apache.hadoop.fs.Path path, Configuration conf) {
    return new org.apache.hadoop.fs.Path(local(path).toAbsolutePath().toUri());
  }

  /** True: checkpoints, which don't come through here, have to be renamed into place. */
  @Override
  public Boolean isPartialWriteVisible(org.apache.hadoop.fs.Path path, Configuration conf) {
    return true;
  }

  /** Gives a file a second name, which must be free. Package-private for the test's sake only. */
  void link(Path existing, Path name) throws IOException {
    Files.createLink(name, existing);
  }

  private void publish(Path temporary, Path target) throws IOException {
    try {
      link(temporary, target);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      renameLocked(temporary, target);
    }
  }

  private static void renameLocked(Path temporary, Path target) throws IOException {
    synchronized (JVM_LOCK) {
      try (FileChannel channel =
              FileChannel.open(
                  target.resolveSibling(LOCK_FILE),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!lock.isValid() || Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
          throw new FileAlreadyExistsException(target.toString());
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void writeForced(Path file, Iterator<String> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    lines.forEachRemaining(line -> text.append(line).append('\n'));
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void removeAbandoned(Path directory) throws IOException {
    Instant limit = Instant.now().minus(ABANDONED);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (TEMPORARY.matcher(file.getFileName().toString()).matches()
            && Files.exists(file)
            && Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (NoSuchFileException e) {
      // Another process cleaned at the same time.
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Empty if the file went while the directory was listed. */
  private static Optional<FileStatus> status(Path file, org.apache.hadoop.fs.Path path)
      throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new FileStatus(
              attributes.size(),
              attributes.isDirectory(),
              1,
              0,
              attributes.lastModifiedTime().toMillis(),
              path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  private static FileNotFoundException notFound(String name, IOException cause) {
    FileNotFoundException e = new FileNotFoundException("No such file or directory: " + name);
    e.initCause(cause);
    return e;
  }

  private static final class Lines implements CloseableIterator<String> {
    private final BufferedReader reader;
    private final Iterator<String> lines;

    Lines(BufferedReader reader) {
      this.reader = reader;
      this.lines = reader.lines().iterator();
    }

    @Override
    public boolean hasNext() {
      return lines.hasNext();
    }

    @Override
    public String next() {
      return lines.next();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
