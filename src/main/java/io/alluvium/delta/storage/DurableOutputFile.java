package io.alluvium.delta.storage;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A local file that is on disk, together with its directory entry and the directories made for it,
 * when its stream has been closed. Parquet's own {@code LocalOutputFile} leaves it to the page
 * cache.
 */
final class DurableOutputFile extends NewFile {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path root;
  private final Path path;

  DurableOutputFile(Path root, Path path) {
    this.root = root;
    this.path = path;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) throws IOException {
    try {
      createFile();
    } catch (NoSuchFileException e) {
      // Vacuum deletes empty directories, and may have come between.
      createFile();
    }
    return new DurableStream();
  }

  private void createFile() throws IOException {
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }

  @Override
  public String getPath() {
    return path.toString();
  }

  private void forceDirectories() throws IOException {
    for (Path directory = path.getParent();
        directory != null && directory.startsWith(root);
        directory = directory.getParent()) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Over a {@link FileOutputStream}: a channel would be closed by an interrupt of the thread. */
  private final class DurableStream extends PositionOutputStream {
    private final FileOutputStream file = new FileOutputStream(path.toFile());
    private final OutputStream buffered = new BufferedOutputStream(file, BUFFER_BYTES);
    private long position;
    private boolean closed;

    private DurableStream() throws IOException {}

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int value) throws IOException {
      buffered.write(value);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      buffered.write(bytes, offset, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      buffered.flush();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (file) {
        buffered.flush();
        file.getFD().sync();
      }
      forceDirectories();
    }
  }
}
