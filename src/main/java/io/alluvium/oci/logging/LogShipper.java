package io.alluvium.oci.logging;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends entries in batches, on a thread of its own, in order. A batch is as large as its bounds in
 * number, bytes and time allow. What the service doesn't take for now is tried again with growing
 * pauses, for a while; meanwhile entries wait in a bounded queue. Once that is full the newest are
 * dropped: the oldest tell how the trouble began. An answer that is lost makes an entry come twice,
 * with the same id.
 *
 * <p>Safe for several threads.
 */
public final class LogShipper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogShipper.class);

  private final LogTarget target;
  private final Bounds bounds;
  private final ShippedEntries counts;
  private final BlockingQueue<LogLine> waiting;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile long closeBy = Long.MAX_VALUE;
  private boolean down;

  /**
   * @param waiting most entries that wait
   * @param entries most of a batch
   * @param bytes most of a batch, save for a single entry
   * @param linger how long a batch waits for more
   * @param firstPause before the first repetition; doubled up to {@code longestPause}
   * @param giveUp how long a batch is tried
   * @param closing how long a close goes on sending
   */
  public record Bounds(
      int waiting,
      int entries,
      int bytes,
      Duration linger,
      Duration firstPause,
      Duration longestPause,
      Duration giveUp,
      Duration closing) {
    public static final Bounds DEFAULT =
        new Bounds(
            10_000,
            200,
            512 << 10,
            Duration.ofSeconds(2),
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10));
  }

  private LogShipper(String name, LogTarget target, Bounds bounds, ShippedEntries counts) {
    this.target = target;
    this.bounds = bounds;
    this.counts = counts;
    this.waiting = new ArrayBlockingQueue<>(bounds.waiting());
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /**
   * Starts it; it closes the target at its end.
   *
   * @param name of its thread
   */
  public static LogShipper start(
      String name, LogTarget target, Bounds bounds, ShippedEntries counts) {
    LogShipper shipper = new LogShipper(name, target, bounds, counts);
    shipper.thread.start();
    return shipper;
  }

  /** Leaves an entry to be sent; never waits. */
  public void offer(LogLine line) {
    if (isClosing() || !waiting.offer(line)) {
      counts.addDropped();
    }
  }

  private void run() {
    try {
      for (List<LogLine> batch = next(); !batch.isEmpty(); batch = next()) {
        send(batch);
      }
    } catch (InterruptedException e) {
      LOG.info("{} was stopped", thread.getName());
    } finally {
      counts.addFailed(waiting.size());
      target.close();
    }
  }

  /** The next batch; empty if there is none, and there won't be. */
  private List<LogLine> next() throws InterruptedException {
    List<LogLine> batch = new ArrayList<>();
    int bytes = 0;
    long full = Long.MAX_VALUE;
    while (batch.size() < bounds.entries() && bytes < bounds.bytes() && System.nanoTime() < full) {
      LogLine line = waiting.poll(50, TimeUnit.MILLISECONDS);
      if (line != null) {
        full = batch.isEmpty() ? System.nanoTime() + bounds.linger().toNanos() : full;
        batch.add(line);
        bytes += line.bytes();
      } else if (isClosing()) {
        break;
      }
    }
    return batch;
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private void send(List<LogLine> batch) throws InterruptedException {
    long giveUp = System.nanoTime() + bounds.giveUp().toNanos();
    Duration next = bounds.firstPause();
    while (true) {
      Duration pause = isClosing() ? bounds.firstPause() : next;
      try {
        target.put(batch);
        counts.addSent(batch.size());
        tellUp();
        return;
      } catch (IOException e) {
        tellDown(e.getMessage());
        if (System.nanoTime() + pause.toNanos() > Math.min(giveUp, closeBy)) {
          counts.addFailed(batch.size());
          return;
        }
      } catch (RuntimeException e) {
        tellDown(e instanceof UserException ? e.getMessage() : e.toString());
        counts.addFailed(batch.size());
        return;
      }
      pause(pause);
      next = next.multipliedBy(2);
      next = next.compareTo(bounds.longestPause()) > 0 ? bounds.longestPause() : next;
    }
  }

  /** A close cuts a pause short. */
  private void pause(Duration time) throws InterruptedException {
    if (isClosing()) {
      Thread.sleep(time.toMillis());
    } else {
      var unused = closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** An outage is told once, not at each try. */
  private void tellDown(String reason) {
    if (!down) {
      LOG.warn("entries for OCI Logging aren't taken, they stay in this log: {}", reason);
    }
    down = true;
  }

  private void tellUp() {
    if (down) {
      LOG.info("entries for OCI Logging are taken again");
    }
    down = false;
  }

  /** Sends what waits, for a bounded time. Again is harmless. */
  @Override
  public void close() throws InterruptedException {
    closeBy = Math.min(closeBy, System.nanoTime() + bounds.closing().toNanos());
    closing.countDown();
    thread.join(bounds.closing().toMillis());
    thread.interrupt();
    thread.join(1_000);
  }
}
