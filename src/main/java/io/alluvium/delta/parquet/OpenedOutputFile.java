package io.alluvium.delta.parquet;

import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Closes the stream of a file even where Parquet's writer doesn't: it leaves it open when its
 * constructor or a write has failed.
 */
final class OpenedOutputFile implements OutputFile, Closeable {
  private final OutputFile file;
  private PositionOutputStream stream;

  OpenedOutputFile(OutputFile file) {
    this.file = file;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) throws IOException {
    stream = file.create(blockSizeHint);
    return stream;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
    stream = file.createOrOverwrite(blockSizeHint);
    return stream;
  }

  @Override
  public boolean supportsBlockSize() {
    return file.supportsBlockSize();
  }

  @Override
  public long defaultBlockSize() {
    return file.defaultBlockSize();
  }

  @Override
  public String getPath() {
    return file.getPath();
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}
