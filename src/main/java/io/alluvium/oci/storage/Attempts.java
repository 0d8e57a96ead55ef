package io.alluvium.oci.storage;

import com.oracle.bmc.model.BmcException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of Object Storage, tried again where its documentation says so ("API errors": 429, 5xx, and
 * 409 while the object is being changed by another request) and where no answer came. Only calls
 * that may be repeated come here: a put under a condition that is repeated may find what an earlier
 * attempt put, and then fails with "already exists" (see {@code ConditionalPutLogStore}).
 */
final class Attempts {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

  private final int most;
  private final Duration firstPause;

  /**
   * @param most attempts of one call
   * @param firstPause before the second attempt, doubled before each further one
   */
  Attempts(int most, Duration firstPause) {
    this.most = most;
    this.firstPause = firstPause;
  }

  /** A call of the SDK. */
  @FunctionalInterface
  interface Call<T> {
    T run() throws IOException;
  }

  /**
   * Runs it.
   *
   * @throws FileNotFoundException for 404
   * @throws FileAlreadyExistsException for 412
   * @throws IOException for anything else: whether the call took effect isn't known
   */
  <T> T run(String what, ObjectName object, Call<T> call) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.run();
      } catch (BmcException e) {
        if (attempt == most || !isPassing(e)) {
          throw failure(what, object, e);
        }
        LOG.debug("{} of {} is tried again after {}", what, object, e.getMessage());
      }
      pause(attempt);
    }
  }

  private static boolean isPassing(BmcException e) {
    int status = e.getStatusCode();
    return e.isClientSide()
        || e.isTimeout()
        || status < 0
        || status == 429
        || status == 409
        || status >= 500;
  }

  private static IOException failure(String what, ObjectName object, BmcException e) {
    IOException failure =
        switch (e.getStatusCode()) {
          case 404 -> new FileNotFoundException("there is no " + object);
          case 412 -> new FileAlreadyExistsException(object + " exists");
          default ->
              new IOException(
                  "%s of %s failed: %d %s %s (request %s)"
                      .formatted(
                          what,
                          object,
                          e.getStatusCode(),
                          e.getServiceCode(),
                          e.getUnmodifiedMessage(),
                          e.getOpcRequestId()));
        };
    failure.initCause(e);
    return failure;
  }

  private void pause(int attempt) throws InterruptedIOException {
    long millis = firstPause.toMillis() << (attempt - 1);
    try {
      Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted between two attempts");
    }
  }
}
