package io.alluvium.delta.storage;

import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file that isn't there yet: none is ever written over. */
abstract class NewFile implements OutputFile {
  @Override
  public final PositionOutputStream createOrOverwrite(long blockSizeHint) {
    throw new UnsupportedOperationException("data files are never overwritten: " + getPath());
  }

  @Override
  public final boolean supportsBlockSize() {
    return false;
  }

  @Override
  public final long defaultBlockSize() {
    return -1;
  }
}
