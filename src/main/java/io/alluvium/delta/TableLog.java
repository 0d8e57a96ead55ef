package io.alluvium.delta;

import java.io.IOException;

/**
 * One table's transaction log: all that the rest of the program knows of Delta's commit protocol.
 * Implementations are safe for several threads and several processes on one table.
 */
public interface TableLog {
  /** The table's root as a URI or absolute path. */
  String path();

  /** The newest version, read from the log now. Throws if the table doesn't exist. */
  TableSnapshot snapshot() throws IOException;

  /**
   * Tries to commit, again and again while others only win the version number and touch nothing of
   * ours. An {@link IOException} means that the outcome is unknown or that storage failed: call
   * again with the same change, which first looks whether it is in the table already.
   */
  CommitOutcome commit(TableChange change) throws IOException;
}
