package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The rows of several files, one file after the other, at most one of them open. */
final class SourceFiles implements RowSource, Closeable {
  /** The work isn't wanted any more. */
  static final class Cancelled extends IOException {
    private static final long serialVersionUID = 1;

    Cancelled() {
      super("cancelled");
    }
  }

  private final DataFileReader reader;
  private final Iterator<DataFile> files;
  private final BooleanSupplier cancelled;
  private RowIterator open;
  private long position = -1;

  /**
   * @param cancelled asked before each file
   */
  SourceFiles(DataFileReader reader, List<DataFile> files, BooleanSupplier cancelled) {
    this.reader = reader;
    this.files = files.iterator();
    this.cancelled = cancelled;
  }

  @Override
  public Row next() throws IOException {
    while (open != null || files.hasNext()) {
      if (open == null) {
        if (cancelled.getAsBoolean()) {
          throw new Cancelled();
        }
        open = reader.open(files.next());
      }
      Row row = open.next();
      if (row != null) {
        position++;
        return row;
      }
      close();
    }
    return null;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      RowIterator done = open;
      open = null;
      done.close();
    }
  }
}
