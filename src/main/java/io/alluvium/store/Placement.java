package io.alluvium.store;

import java.util.List;
import java.util.Map;

/**
 * Where the rows of an upsert came to lie.
 *
 * @param gone files that left the table
 * @param described files that stayed: what the table calls them now, by what it called them before
 * @param placed for each new file the numbers of its rows' keys in file order, {@link
 *     LatestStore#NO_KEY} for a row that doesn't count
 */
public record Placement<F>(List<F> gone, Map<F, F> described, Map<F, int[]> placed) {
  /** Whether no file has come, gone or changed. */
  public boolean isEmpty() {
    return gone.isEmpty() && described.isEmpty() && placed.isEmpty();
  }
}
