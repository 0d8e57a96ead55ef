package io.alluvium.inspect.reset;

import java.util.ArrayList;
import java.util.List;

/**
 * One partition's move. Positions are next offsets, null where a table has none.
 *
 * @param bronze bronze's position
 * @param silver silver's
 * @param quarantine the quarantine's
 * @param to where all of them go
 */
public record ResetMove(int partition, Long bronze, Long silver, Long quarantine, long to) {
  /** Whether nothing would change. */
  public boolean isNothing() {
    return bronze != null && bronze == to && silver != null && silver == to;
  }

  /** Whether silver has to move before bronze: it must never pass it. */
  boolean goesBack() {
    return bronze != null && to < bronze;
  }

  /** What the move does to the data, in words. */
  public List<String> consequences() {
    String where = "partition " + partition + ": ";
    List<String> lines = new ArrayList<>();
    if (bronze == null) {
      lines.add(where + "starts at offset " + to);
    } else if (to < bronze) {
      lines.add(where + "bronze will hold the offsets " + to + " to " + bronze + " twice");
    } else if (to > bronze) {
      lines.add(where + "the offsets " + bronze + " to " + to + " are never taken");
    }
    if (bronze != null && silver != null && silver < Math.min(bronze, to)) {
      lines.add(
          where
              + "silver never takes the offsets "
              + silver
              + " to "
              + Math.min(bronze, to)
              + " that bronze holds; `run --once` before it brings them in");
    }
    if (silver == null && bronze != null && to == bronze) {
      lines.add(where + "silver begins at offset " + to + ", without what bronze holds already");
    }
    if (lines.isEmpty()) {
      lines.add(where + (isNothing() ? "stays at offset " : "silver goes to offset ") + to);
    }
    return lines;
  }
}
