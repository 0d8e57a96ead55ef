package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import java.util.List;

/**
 * Rows of one bronze file that come in an order that is known.
 *
 * @param segments one after the other in the file, their ranks rising
 */
record Chain(DataFile file, List<Segment> segments) {
  /**
   * Rows of one batch.
   *
   * @param rank the batch's place in the order of writing
   * @param first position in the file of the first row
   * @param end position after the last; {@link Long#MAX_VALUE} for all that follow
   */
  record Segment(int rank, long first, long end) {}

  Chain {
    segments = List.copyOf(segments);
  }
}
