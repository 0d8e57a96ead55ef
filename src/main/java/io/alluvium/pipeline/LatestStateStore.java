package io.alluvium.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's store as Kafka Streams sees it: nothing is logged or restored by Kafka, the content is
 * loaded from the tables in the background.
 *
 * <p>{@link #init} runs on the stream thread, task after task; a long one would keep the thread
 * from polling and cost it its membership. So it throws {@link TimeoutException} before it
 * registers, as long as the load runs: Streams calls again, bounded by {@code task.timeout.ms}.
 */
final class LatestStateStore<T> implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(LatestStateStore.class);

  private static final Duration SHORT_WAIT = Duration.ofMillis(200);

  private final String name;
  private final Leases leases;
  private final PartitionLoader<T> loader;
  private final Executor executor;
  private final Probe probe;

  private Lease lease;
  private CompletableFuture<T> load;
  private boolean open;

  LatestStateStore(
      String name, Leases leases, PartitionLoader<T> loader, Executor executor, Probe probe) {
    this.name = name;
    this.leases = leases;
    this.loader = loader;
    this.executor = executor;
    this.probe = probe;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    Lease current = leases.current(context.taskId().partition());
    if (current == null) {
      throw new TimeoutException("partition " + context.taskId() + " has no lease yet");
    }
    if (current != lease) {
      begin(current);
    }
    try {
      // Streams calls again only after a second or more: a small store is worth a short wait.
      result(SHORT_WAIT);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException(lease + " is being loaded");
    } catch (IOException e) {
      LOG.warn("{} can't be loaded, trying again: {}", lease, e.toString());
      lease = null;
      throw new TimeoutException(e);
    }
    context.register(root, (key, value) -> {});
    open = true;
  }

  private void begin(Lease current) {
    lease = current;
    load = CompletableFuture.supplyAsync(() -> load(current), executor);
  }

  private T load(Lease current) {
    try {
      T loaded = loader.load(current);
      probe.at(Step.LOADED);
      return loaded;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What was loaded for this lease. A task that was suspended and comes back has a store of an
   * earlier lease; it is loaded anew, and the thread waits for it.
   */
  T loadedFor(Lease current) throws IOException {
    if (current != lease) {
      begin(current);
    }
    try {
      return result(Duration.ofDays(1));
    } catch (java.util.concurrent.TimeoutException e) {
      throw new ProcessorStateException(lease + " takes more than a day to load", e);
    }
  }

  private T result(Duration patience) throws IOException, java.util.concurrent.TimeoutException {
    try {
      return load.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessorStateException("interrupted while " + lease + " was loaded", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      throw new ProcessorStateException(lease + " can't be loaded", e.getCause());
    }
  }

  @Override
  public void close() {
    open = false;
    lease = null;
    load = null;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }
}
