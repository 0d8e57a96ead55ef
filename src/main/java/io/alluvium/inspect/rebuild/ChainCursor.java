package io.alluvium.inspect.rebuild;

import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.rebuild.Chain.Segment;
import io.alluvium.row.Row;
import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;

/**
 * Where reading a chain stands. Its file is opened when the first row is wanted and closed after
 * the last. For one thread.
 */
final class ChainCursor implements Closeable {
  /** By the order of writing; within a batch by offset, as far as that is known. */
  static final Comparator<ChainCursor> BY_ORDER =
      Comparator.comparingInt(ChainCursor::rank)
          .thenComparingLong(ChainCursor::offset)
          .thenComparingInt(cursor -> cursor.number);

  private final BronzeFiles reader;
  private final Chain chain;
  private final int number;
  private int segment;
  private RowIterator rows;
  private Row row;

  /**
   * @param number decides between rows of which nothing else tells the order
   */
  ChainCursor(BronzeFiles reader, Chain chain, int number) {
    this.reader = reader;
    this.chain = chain;
    this.number = number;
  }

  /** The batch of the row, or of the first one before it is read. */
  int rank() {
    return chain.segments().get(segment).rank();
  }

  private long offset() {
    return row == null ? Long.MIN_VALUE : reader.offset(row);
  }

  /** The row at which it stands; null before the first. */
  Row row() {
    return row;
  }

  /** Goes to the next row; false after the last. */
  boolean advance() throws IOException {
    try {
      if (rows == null) {
        rows = reader.open(chain.file());
      }
      row = rows.next();
      while (row != null && rows.position() < first()) {
        row = rows.next();
      }
      while (row != null && segment < last() && rows.position() >= current().end()) {
        segment++;
      }
      if (row == null || rows.position() >= current().end()) {
        close();
        return false;
      }
      return true;
    } catch (IOException e) {
      throw reader.unreadable(chain.file(), e);
    }
  }

  private long first() {
    return chain.segments().get(0).first();
  }

  private int last() {
    return chain.segments().size() - 1;
  }

  private Segment current() {
    return chain.segments().get(segment);
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }
}
