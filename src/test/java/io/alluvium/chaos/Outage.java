package io.alluvium.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A way for storage to be away, and to come back. */
final class Outage implements AutoCloseable {
  private static final int DISK_MEGABYTES = 192;

  private final Kind kind;
  private final Path directory;
  private final StorageFaults faults = new StorageFaults();
  private boolean mounted;

  private Outage(Kind kind, Path directory) {
    this.kind = kind;
    this.directory = directory;
  }

  /** What goes wrong. Missing rights aren't among it: tests may run as root, who has them all. */
  enum Kind {
    /** Everything that concerns the logs answers with an error. */
    LOG_STORE_FAILS,
    /** Bronze's log directory is gone. */
    BRONZE_LOG_MOVED_AWAY,
    /** Silver's log directory is gone. */
    SILVER_LOG_MOVED_AWAY,
    /** Where the tables were there are plain files: nothing can be written or read there. */
    TABLE_IS_A_FILE,
    /** No space left; needs a file system of its own. */
    DISK_FULL
  }

  /** Before there are tables in the directory; skips the test where it isn't possible. */
  static Outage prepare(Kind kind, Path directory) throws IOException, InterruptedException {
    Outage outage = new Outage(kind, directory);
    if (kind == Kind.DISK_FULL) {
      outage.mount();
    }
    return outage;
  }

  private void mount() throws IOException, InterruptedException {
    int code =
        run("mount", "-t", "tmpfs", "-o", "size=" + DISK_MEGABYTES + "m", "tmpfs", "" + directory);
    Assumptions.assumeTrue(code == 0, "skipped: a small file system can't be mounted");
    mounted = true;
  }

  /** Faults of the log store; the pipeline under test must be opened with them. */
  StorageFaults faults() {
    return faults;
  }

  void begin() throws IOException {
    switch (kind) {
      case LOG_STORE_FAILS -> faults.goDown();
      case BRONZE_LOG_MOVED_AWAY, SILVER_LOG_MOVED_AWAY ->
          Files.move(table().resolve("_delta_log"), table().resolve("_moved"));
      case TABLE_IS_A_FILE -> {
        for (Path table : tables()) {
          Files.move(table, aside(table));
          Files.createFile(table);
        }
      }
      case DISK_FULL -> fill();
    }
  }

  void end() throws IOException {
    switch (kind) {
      case LOG_STORE_FAILS -> faults.recover();
      case BRONZE_LOG_MOVED_AWAY, SILVER_LOG_MOVED_AWAY ->
          Files.move(table().resolve("_moved"), table().resolve("_delta_log"));
      case TABLE_IS_A_FILE -> {
        for (Path table : tables()) {
          Files.delete(table);
          Files.move(aside(table), table);
        }
      }
      case DISK_FULL -> Files.delete(filler());
    }
  }

  private Path table() {
    return directory.resolve(kind == Kind.BRONZE_LOG_MOVED_AWAY ? "bronze" : "silver");
  }

  private List<Path> tables() {
    return List.of(directory.resolve("bronze"), directory.resolve("silver"));
  }

  private static Path aside(Path table) {
    return table.resolveSibling(table.getFileName() + "-aside");
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  private void fill() throws IOException {
    ByteBuffer block = ByteBuffer.allocate(4096);
    try (FileChannel file =
        FileChannel.open(filler(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (true) {
        block.clear();
        file.write(block);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (mounted) {
      // Lazily: after a failure somebody may still be at work on it.
      run("umount", "-l", directory.toString());
    }
  }
}
