package io.alluvium.inspect.rebuild;

import io.alluvium.inspect.BronzeFiles;
import io.alluvium.row.Row;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The rows of many files in the order in which they were written. Open at a time are the files
 * whose batches overlap. For one thread.
 */
final class BronzeMerge implements Closeable {
  private final PriorityQueue<ChainCursor> cursors = new PriorityQueue<>(ChainCursor.BY_ORDER);
  private ChainCursor current;

  BronzeMerge(BronzeFiles reader, List<Chain> chains) {
    for (int i = 0; i < chains.size(); i++) {
      cursors.add(new ChainCursor(reader, chains.get(i), i));
    }
  }

  /** The next row, null after the last. */
  Row next() throws IOException {
    if (current != null && current.advance()) {
      cursors.add(current);
    }
    current = cursors.poll();
    while (current != null && current.row() == null) {
      if (current.advance()) {
        cursors.add(current);
      }
      current = cursors.poll();
    }
    return current == null ? null : current.row();
  }

  /** The rank of the batch that the last row belongs to. */
  int rank() {
    return current.rank();
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
    for (ChainCursor cursor : cursors) {
      cursor.close();
    }
  }
}
