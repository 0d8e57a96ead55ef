package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.StoredFile;
import io.alluvium.delta.storage.TablePath;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.error.UpkeepErrors;
import io.delta.storage.CloseableIterator;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The notes of a rebuild in a directory of the table, which readers and every {@code vacuum} pass
 * over for its name (Spark's {@code DeltaTableUtils.isHiddenDirectory}): a file a portion, written
 * as commits are, and the files of what portions have come to so far. Its lock keeps a second
 * rebuild from files that the first counts on.
 */
final class RebuildNotes implements Closeable {
  static final String DIRECTORY = "_alluvium_rebuild";

  private static final String LOCK = "lock";
  private static final String SUFFIX = ".note";

  private final String directory;
  private final TableAccess access;
  private final TableStorage storage;
  private final RebuildLock lock;
  private final Map<String, PortionNote> current = new HashMap<>();

  private RebuildNotes(String directory, TableAccess access, RebuildLock lock) {
    this.directory = directory;
    this.access = access;
    this.storage = access.files(directory);
    this.lock = lock;
  }

  /**
   * Takes hold of them; the table needn't exist.
   *
   * @param table its path
   * @throws io.alluvium.error.UserException if another rebuild has them
   */
  static RebuildNotes open(String table, TableAccess access, Clock clock) throws IOException {
    String directory = table + "/" + DIRECTORY;
    RebuildLock lock =
        (TablePath.isLocal(table)
                ? FileRebuildLock.take(Path.of(directory), LOCK)
                : ObjectRebuildLock.take(directory + "/" + LOCK, access, clock))
            .orElseThrow(() -> UpkeepErrors.rebuildUnderWay(table));
    return new RebuildNotes(directory, access, lock);
  }

  /**
   * Makes sure that nobody else has taken the notes meanwhile.
   *
   * @throws io.alluvium.error.UserException if somebody has
   */
  void requireHeld() throws IOException {
    if (!lock.isHeld()) {
      throw UpkeepErrors.rebuildUnderWay(directory);
    }
  }

  /** Where the files lie that belong to notes of portions that aren't finished. */
  TableStorage storage() {
    return storage;
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
    try (CloseableIterator<String> text = access.logs().read(path(name), access.conf())) {
      text.forEachRemaining(lines::add);
    } catch (UncheckedIOException e) {
      // No text at all.
      return Optional.empty();
    }
    return NoteText.read(lines);
  }

  /** Puts a note in the place of the one of its portion, whose files go. */
  void write(PortionNote note) throws IOException {
    requireHeld();
    access
        .logs()
        .write(path(note.portion() + SUFFIX), NoteText.write(note).iterator(), true, access.conf());
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
        storage.delete(name);
      }
    }
  }

  private List<String> names() throws IOException {
    return storage.list(name -> true).files().stream().map(StoredFile::path).sorted().toList();
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory + "/" + name);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
