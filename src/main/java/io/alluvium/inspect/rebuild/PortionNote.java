package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import java.util.List;

/**
 * What a portion has come to, written down so that a rebuild that is cut short needn't begin anew.
 *
 * @param portion its name
 * @param inputs stands for all that decides what it comes to
 * @param target stands for the tables that it is for, as they were
 * @param began the time that rows got as that of the flush, microseconds since the epoch
 * @param next the rank of the first batch that wasn't folded; {@link #ALL} if all were
 * @param newest see {@link io.alluvium.pipeline.Deletions#newest}
 * @param rows files of silver if all was folded, else of what silver's rows are so far
 * @param markers the same of deleted keys
 */
record PortionNote(
    String portion,
    String inputs,
    String target,
    long began,
    int next,
    Counts counts,
    long newest,
    List<DataFile> rows,
    List<DataFile> markers) {
  /** In the place of a rank: there is nothing left to fold. */
  static final int ALL = Integer.MAX_VALUE;

  PortionNote {
    rows = List.copyOf(rows);
    markers = List.copyOf(markers);
  }

  boolean isFinished() {
    return next == ALL;
  }
}
