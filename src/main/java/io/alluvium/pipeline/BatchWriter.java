package io.alluvium.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A writer's thread, one a table. Tasks hand batches over and go on; whatever has gathered while
 * the last commit ran goes into the next.
 */
final class BatchWriter<B extends Batch> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);

  private final Work<B> work;
  private final Thread thread;
  private final List<B> waiting = new ArrayList<>();
  private List<B> running = List.of();
  private boolean closed;
  private volatile boolean closing;

  /** What is done with batches, on the writer's thread. */
  interface Work<B> {
    /** Makes durable what can be of {@code batches}, and releases all of them. */
    void commit(List<B> batches) throws InterruptedException;

    /** Told of a batch that {@link #commit} won't be called for. */
    void released(B batch);
  }

  BatchWriter(String name, Work<B> work) {
    this.work = work;
    this.thread = new Thread(this::run, name);
  }

  void start() {
    thread.start();
  }

  /** The name of its thread, if that has ended and nobody asked for it. */
  Optional<String> dead() {
    return !closing && thread.getState() == Thread.State.TERMINATED
        ? Optional.of(thread.getName())
        : Optional.empty();
  }

  /** Hands a batch over. Batches of one lease come in offset order. */
  synchronized void submit(B batch) {
    waiting.add(batch);
    notifyAll();
  }

  /**
   * Waits until no commit with a batch of these leases is under way. They must have ended, so that
   * their waiting batches no longer count. Returns false if time ran out.
   */
  synchronized boolean awaitQuiet(Collection<Lease> leases, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (concerns(leases)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private boolean concerns(Collection<Lease> leases) {
    Set<Lease> busy = running.stream().map(Batch::lease).collect(Collectors.toSet());
    return leases.stream().anyMatch(busy::contains);
  }

  private void run() {
    try {
      for (List<B> group = next(); !group.isEmpty(); group = next()) {
        commitGroup(group);
      }
    } catch (InterruptedException e) {
      LOG.info("{} was stopped while it waited for storage", thread.getName());
    } finally {
      finish();
    }
  }

  private void commitGroup(List<B> group) throws InterruptedException {
    try {
      work.commit(group);
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed; its tasks start again from what is durable", thread.getName(), e);
      group.forEach(b -> b.lease().fail("the writer failed: " + e, e));
    }
  }

  /** The next group; empty once closed and nothing waits. */
  private synchronized List<B> next() throws InterruptedException {
    running = List.of();
    notifyAll();
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    running = List.copyOf(waiting);
    waiting.clear();
    return running;
  }

  private synchronized void finish() {
    running = List.of();
    closed = true;
    waiting.forEach(work::released);
    waiting.clear();
    notifyAll();
  }

  /** Stops once what was handed over is done; what storage holds up is cut off after a while. */
  @Override
  public void close() throws InterruptedException {
    closing = true;
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.join(Duration.ofSeconds(10).toMillis());
    thread.interrupt();
    thread.join(Duration.ofSeconds(5).toMillis());
  }
}
