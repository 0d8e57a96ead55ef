package io.alluvium.delta.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The numbered JSON files of one table's {@code _delta_log} (Delta protocol, "Delta Log Entries").
 */
public final class CommitFiles {
  private final LogStore store;
  private final Configuration conf;
  private final Path directory;

  public CommitFiles(LogStore store, Configuration conf, String tablePath) {
    this.store = store;
    this.conf = conf;
    this.directory = new Path(tablePath, "_delta_log");
  }

  /** The commit, empty if there is no such file. */
  Optional<Commit> read(long version) throws IOException {
    List<Action> actions = new ArrayList<>();
    try (CloseableIterator<String> lines = store.read(file(version), conf)) {
      while (lines.hasNext()) {
        String line = lines.next();
        if (!line.isBlank()) {
          ActionJson.read(line).ifPresent(actions::add);
        }
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (JsonProcessingException e) {
      throw new IOException(file(version) + " is damaged: " + e.getOriginalMessage(), e);
    }
    return Optional.of(new Commit(version, actions));
  }

  boolean exists(long version) throws IOException {
    try (CloseableIterator<String> lines = store.read(file(version), conf)) {
      return lines != null;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Writes a version that nobody may have written.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the version exists: somebody else's, or
   *     this one from an attempt whose answer was lost
   * @throws IOException if the outcome is unknown
   */
  public void write(Commit commit) throws IOException {
    Iterator<String> lines = commit.actions().stream().map(ActionJson::write).iterator();
    store.write(file(commit.version()), lines, false, conf);
  }

  /** Whether the table has a log with at least one commit or checkpoint. */
  boolean anyExists() throws IOException {
    try {
      Iterator<FileStatus> found = store.listFrom(file(0), conf);
      while (found.hasNext()) {
        if (isLogFile(found.next().getPath().getName())) {
          return true;
        }
      }
      return false;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** The files that belong to versions; what else lies there is left out. */
  List<LogFile> list() throws IOException {
    List<LogFile> found = new ArrayList<>();
    Iterator<FileStatus> listing = store.listFrom(file(0), conf);
    while (listing.hasNext()) {
      FileStatus status = listing.next();
      LogFile.of(status.getPath().getName(), status.getLen(), status.getModificationTime())
          .ifPresent(found::add);
    }
    return found;
  }

  /** The size of all files of the log. */
  long bytes() throws IOException {
    long bytes = 0;
    Iterator<FileStatus> listing = store.listFrom(file(0), conf);
    while (listing.hasNext()) {
      bytes += listing.next().getLen();
    }
    return bytes;
  }

  /**
   * The version of the checkpoint that readers begin with (Delta protocol, "Last Checkpoint File");
   * empty if there is no such file or it can't be understood, when they list the directory.
   */
  OptionalLong lastCheckpoint() throws IOException {
    try (CloseableIterator<String> lines = store.read(lastCheckpointFile(), conf)) {
      return lines.hasNext() ? ActionJson.checkpointVersion(lines.next()) : OptionalLong.empty();
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    }
  }

  /** Removes a file of the log; one that is gone already is all right. */
  void delete(String name) throws IOException {
    directory.getFileSystem(conf).delete(new Path(directory, name), false);
  }

  /** Where the log lies, for messages. */
  String directory() {
    return directory.toString();
  }

  void createDirectory() throws IOException {
    directory.getFileSystem(conf).mkdirs(directory);
  }

  private static boolean isLogFile(String name) {
    return name.matches("\\d{20}\\.(json|checkpoint\\..*)");
  }

  private Path lastCheckpointFile() {
    return new Path(directory, "_last_checkpoint");
  }

  private Path file(long version) {
    return new Path(directory, "%020d.json".formatted(version));
  }
}
