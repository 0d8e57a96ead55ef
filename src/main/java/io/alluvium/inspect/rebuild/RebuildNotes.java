package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.error.UpkeepErrors;
import io.delta.storage.CloseableIterator;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * The notes of a rebuild in a directory of the table, which readers and every {@code vacuum} pass
 * over for its name (Spark's {@code DeltaTableUtils.isHiddenDirectory}): a file a portion, written
 * as commits are, and the files of what portions have come to so far. Its lock, which the operating
 * system drops when the holder dies, keeps a second rebuild from files that the first counts on.
 */
final class RebuildNotes implements Closeable {
  static final String DIRECTORY = "_alluvium_rebuild";

  private static final String LOCK = "lock";
  private static final String SUFFIX = ".note";

  private final Path directory;
  private final FileChannel channel;
  private final Configuration conf = HadoopConf.with("file", LocalLogStore.class);
  private final LocalLogStore files = new LocalLogStore(conf);
  private final Map<String, PortionNote> current = new HashMap<>();

  private RebuildNotes(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Takes hold of them; the table needn't exist.
   *
   * @throws io.alluvium.error.UserException if another rebuild has them
   */
  static RebuildNotes open(Path table) throws IOException {
    Path directory = Files.createDirectories(table.toAbsolutePath().resolve(DIRECTORY));
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw UpkeepErrors.rebuildUnderWay(table.toString());
    }
    return new RebuildNotes(directory, channel);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Where the files lie that belong to notes of portions that aren't finished. */
  TableStorage storage() {
    return new LocalTableStorage(directory);
  }

  /** Whether there is a note, or something in the place of one. */
  boolean isBegun() throws IOException {
    return names().stream().anyMatch(name -> name.endsWith(SUFFIX));
  }

  /** Those that can be read. */
  List<PortionNote> read() throws IOException {
    List<PortionNote> notes = new ArrayList<>();
    for (String name : names()) {
      if (name.endsWith(SUFFIX)) {
        read(name).ifPresent(notes::add);
      }
    }
    return notes;
  }

  private Optional<PortionNote> read(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> text = files.read(path(name), conf)) {
      text.forEachRemaining(lines::add);
    } catch (UncheckedIOException e) {
      // No text at all.
      return Optional.empty();
    }
    return NoteText.read(lines);
  }

  /** Puts a note in the place of the one of its portion, whose files go. */
  void write(PortionNote note) throws IOException {
    files.write(path(note.portion() + SUFFIX), NoteText.write(note).iterator(), true, conf);
    current.put(note.portion(), note);
    removeOthers();
  }

  /** Removes all notes but some, and all files but theirs. */
  void keepOnly(Collection<PortionNote> kept) throws IOException {
    current.clear();
    kept.forEach(note -> current.put(note.portion(), note));
    removeOthers();
  }

  private void removeOthers() throws IOException {
    Set<String> names = new HashSet<>(Set.of(LOCK));
    for (PortionNote note : current.values()) {
      names.add(note.portion() + SUFFIX);
      if (!note.isFinished()) {
        for (DataFile file : note.rows()) {
          names.add(DataFilePath.decode(file.path()));
        }
        for (DataFile file : note.markers()) {
          names.add(DataFilePath.decode(file.path()));
        }
      }
    }
    for (String name : names()) {
      if (!names.contains(name)) {
        Files.deleteIfExists(directory.resolve(name));
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
