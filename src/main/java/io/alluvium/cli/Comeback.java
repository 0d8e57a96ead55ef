package io.alluvium.cli;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Decides whether a pipeline that has run, and whose secrets may change, is opened again after a
 * failure. A broker that refuses the credentials may do so only until Vault, or the file, holds the
 * new ones, or until the broker knows them: whichever was changed first, the other follows.
 *
 * <p>Of one thread.
 */
final class Comeback {
  /** How long credentials may be refused in a row. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Between two openings. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final Duration patience;
  private final LongSupplier nanoTime;
  private boolean refused;
  private long refusedSince;

  Comeback(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /** It runs, with credentials that are good. */
  void succeeded() {
    refused = false;
  }

  boolean isWorthIt(Throwable e) {
    if (!isRefused(e)) {
      return isPassing(e);
    }
    if (!refused) {
      refused = true;
      refusedSince = nanoTime.getAsLong();
    }
    return nanoTime.getAsLong() - refusedSince < patience.toNanos();
  }

  /** Whether the broker refuses the credentials. */
  static boolean isRefused(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthenticationException) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is a broker or a storage that is down. */
  static boolean isPassing(Throwable e) {
    return e instanceof IOException
        || e instanceof UserException && e.getCause() instanceof RetriableException;
  }
}
