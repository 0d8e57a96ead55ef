package io.alluvium.oci.logging;

import java.io.IOException;
import java.util.List;

/** Where entries go. Of one thread. */
public interface LogTarget extends AutoCloseable {
  /**
   * Sends entries, all or none.
   *
   * @throws IOException if the same call may succeed later
   * @throws io.alluvium.error.UserException if only a person can mend it
   */
  void put(List<LogLine> lines) throws IOException;

  @Override
  void close();
}
