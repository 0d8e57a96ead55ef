package io.alluvium.delta.log;

import java.io.IOException;

/** An engine's way of reading a table's newest version from checkpoint and commits. */
@FunctionalInterface
public interface SnapshotLoader {
  LogState load() throws IOException;
}
