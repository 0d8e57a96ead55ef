package io.alluvium.delta.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Tells storage that failed, which passes, from a table that can't be read, which doesn't: the
 * Delta libraries wrap both in exceptions of their own.
 */
public final class StorageFailures {
  private StorageFailures() {}

  /**
   * Rethrows what storage did.
   *
   * @throws IOException if that is what a failure of a library came from
   */
  public static void rethrow(RuntimeException failure) throws IOException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException
          && !(cause instanceof JsonProcessingException)
          && !(cause instanceof FileNotFoundException)) {
        throw new IOException(cause.getMessage(), failure);
      }
    }
  }
}
