package io.alluvium.delta.parquet;

import io.alluvium.delta.storage.Listing;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A storage that is full after some bytes, over all of its files; syncing a full one fails. */
final class FailingStorage implements TableStorage {
  private final TableStorage storage;
  private long free;
  private int open;

  FailingStorage(TableStorage storage, long freeBytes) {
    this.storage = storage;
    this.free = freeBytes;
  }

  long free() {
    return free;
  }

  /** Streams that were created and not closed. */
  int open() {
    return open;
  }

  @Override
  public OutputFile create(String path) {
    OutputFile file = storage.create(path);
    return new OutputFile() {
      @Override
      public PositionOutputStream create(long blockSizeHint) throws IOException {
        return new FailingStream(file.create(blockSizeHint));
      }

      @Override
      public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        return new FailingStream(file.createOrOverwrite(blockSizeHint));
      }

      @Override
      public boolean supportsBlockSize() {
        return false;
      }

      @Override
      public long defaultBlockSize() {
        return 0;
      }
    };
  }

  @Override
  public Listing list(Predicate<String> wanted) throws IOException {
    return storage.list(wanted);
  }

  @Override
  public void deleteIfEmpty(String directory) throws IOException {
    storage.deleteIfEmpty(directory);
  }

  @Override
  public Optional<String> locate(String path) {
    return storage.locate(path);
  }

  @Override
  public InputFile open(String path) throws IOException {
    return storage.open(path);
  }

  @Override
  public void delete(String path) throws IOException {
    storage.delete(path);
  }

  private final class FailingStream extends DelegatingPositionOutputStream {
    private final PositionOutputStream stream;
    private boolean closed;

    private FailingStream(PositionOutputStream stream) {
      super(stream);
      this.stream = stream;
      open++;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void write(int value) throws IOException {
      take(1);
      stream.write(value);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      take(length);
      stream.write(bytes, offset, length);
    }

    private void take(int bytes) throws IOException {
      free -= bytes;
      if (free < 0) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void close() throws IOException {
      open -= closed ? 0 : 1;
      boolean sync = !closed;
      closed = true;
      stream.close();
      if (sync && free <= 0) {
        throw new IOException("No space left on device");
      }
    }
  }
}
