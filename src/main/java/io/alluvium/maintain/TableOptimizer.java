package io.alluvium.maintain;

import io.alluvium.delta.compact.MergeReport;
import java.io.IOException;

/** Merges one table's small files, whether a service writes to it or not. */
public interface TableOptimizer {
  /**
   * Merges until nothing is left to merge.
   *
   * @throws io.alluvium.error.UserException if others change the files all the time
   */
  MergeReport run() throws IOException;
}
