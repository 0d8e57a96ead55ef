package io.alluvium.delta.engine;

import io.alluvium.delta.LocalLogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A log store that fails on order. The libraries make their own instances, so orders are static.
 */
public final class FaultyLogStore extends LocalLogStore {
  enum Fault {
    /** Works. */
    NONE,
    /** Nothing was written. */
    BEFORE,
    /** Died half-way: a hidden file is left. */
    DURING,
    /** Written, but the answer was lost. */
    AFTER,
    /** Written, and a retry inside the client met its own file. */
    AFTER_AS_EXISTING,
    /** Another writer takes the version first. */
    OVERTAKEN
  }

  /** What happens to the coming attempts at commits; empty = they work. */
  static final Deque<Fault> FAULTS = new ArrayDeque<>();

  /** What the overtaking writer writes. */
  static String overtaking = "";

  /** Fails all writes that replace a file, such as the pointer to the last checkpoint. */
  static boolean failReplacements;

  public FaultyLogStore(Configuration conf) {
    super(conf);
  }

  static void reset() {
    FAULTS.clear();
    overtaking = "{\"commitInfo\":{\"operation\":\"SET TBLPROPERTIES\"}}";
    failReplacements = false;
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    if (overwrite && failReplacements) {
      throw new FileAlreadyExistsException(path.toString());
    }
    Fault fault = overwrite || FAULTS.isEmpty() ? Fault.NONE : FAULTS.removeFirst();
    switch (fault) {
      case NONE -> super.write(path, actions, overwrite, conf);
      case BEFORE -> throw new IOException("injected before " + path);
      case DURING -> {
        java.nio.file.Path file = java.nio.file.Path.of(path.toUri().getPath());
        Files.writeString(
            file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp"),
            "{\"txn\":{\"appId\":\"half");
        throw new IOException("injected during " + path);
      }
      case AFTER -> {
        super.write(path, actions, false, conf);
        throw new IOException("injected after " + path);
      }
      case AFTER_AS_EXISTING -> {
        super.write(path, actions, false, conf);
        throw new FileAlreadyExistsException(path.toString());
      }
      case OVERTAKEN -> {
        super.write(path, java.util.List.of(overtaking).iterator(), false, conf);
        super.write(path, actions, false, conf);
      }
    }
  }
}
