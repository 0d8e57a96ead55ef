package io.alluvium.inspect.rebuild;

import io.alluvium.delta.log.TableAccess;
import io.delta.storage.CloseableIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on object storage, where nothing drops it for a holder that died: an object with the
 * holder's name and the time, written anew every minute. One that wasn't for ten is taken over. If
 * two take it over at once the later one has it, and the earlier one notices when it looks.
 */
final class ObjectRebuildLock implements RebuildLock {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectRebuildLock.class);
  private static final Duration RENEWED = Duration.ofMinutes(1);
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  private final Path path;
  private final TableAccess access;
  private final Clock clock;
  private final String holder = UUID.randomUUID().toString();
  private final ScheduledExecutorService renewal =
      Executors.newSingleThreadScheduledExecutor(ObjectRebuildLock::daemon);

  private ObjectRebuildLock(String path, TableAccess access, Clock clock) {
    this.path = new Path(path);
    this.access = access;
    this.clock = clock;
  }

  /** Takes it; empty if somebody else has it. */
  static Optional<RebuildLock> take(String path, TableAccess access, Clock clock)
      throws IOException {
    ObjectRebuildLock lock = new ObjectRebuildLock(path, access, clock);
    if (!lock.take()) {
      lock.renewal.shutdownNow();
      return Optional.empty();
    }
    ScheduledFuture<?> unused =
        lock.renewal.scheduleWithFixedDelay(
            lock::renew, RENEWED.toSeconds(), RENEWED.toSeconds(), TimeUnit.SECONDS);
    return Optional.of(lock);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "rebuild-lock");
    thread.setDaemon(true);
    return thread;
  }

  private boolean take() throws IOException {
    Optional<List<String>> other = read();
    if (other.isPresent() && !isAbandoned(other.get())) {
      return false;
    }
    try {
      access.logs().write(path, text(), other.isPresent(), access.conf());
    } catch (FileAlreadyExistsException e) {
      // Somebody was quicker, or this is our own through an answer that was lost on the way.
    }
    return isHeld();
  }

  private boolean isAbandoned(List<String> lines) {
    Instant renewed = Instant.parse(lines.get(1));
    return renewed.isBefore(clock.instant().minus(ABANDONED));
  }

  private Iterator<String> text() {
    return List.of(holder, clock.instant().toString()).iterator();
  }

  private Optional<List<String>> read() throws IOException {
    try (CloseableIterator<String> lines = access.logs().read(path, access.conf())) {
      return Optional.of(List.of(lines.next(), lines.next()));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private void renew() {
    try {
      if (isHeld()) {
        access.logs().write(path, text(), true, access.conf());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the lock of the rebuild isn't renewed, which is tried again: {}", e.toString());
    }
  }

  @Override
  public boolean isHeld() throws IOException {
    return read().map(lines -> lines.get(0).equals(holder)).orElse(false);
  }

  @Override
  public void close() throws IOException {
    renewal.shutdownNow();
    if (isHeld()) {
      path.getFileSystem(access.conf()).delete(path, false);
    }
  }
}
