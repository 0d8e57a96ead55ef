package io.alluvium.inspect.rebuild;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A lock of the operating system, which drops it when the holder dies. */
final class FileRebuildLock implements RebuildLock {
  private final FileChannel channel;
  private final FileLock lock;

  private FileRebuildLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** Takes it; empty if somebody else has it. */
  static Optional<RebuildLock> take(Path directory, String name) throws IOException {
    Path file = Files.createDirectories(directory.toAbsolutePath()).resolve(name);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new FileRebuildLock(channel, lock));
      }
    } catch (OverlappingFileLockException e) {
      // Another rebuild of this process.
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public boolean isHeld() {
    return lock.isValid();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
