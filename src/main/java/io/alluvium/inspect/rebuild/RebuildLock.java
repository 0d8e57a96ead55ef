package io.alluvium.inspect.rebuild;

import java.io.Closeable;
import java.io.IOException;

/** Keeps two rebuilds of one table apart. Given back when it is closed. */
interface RebuildLock extends Closeable {
  /** Whether it is still this rebuild's. */
  boolean isHeld() throws IOException;
}
