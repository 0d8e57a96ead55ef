package io.alluvium.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Publishes one list of messages after the other while a test does something else. */
final class Feeder implements AutoCloseable {
  private static final long PAUSE_MILLIS = 500;

  private final Landing landing;
  private final IntFunction<List<byte[]>> rounds;
  private final List<byte[]> published = new ArrayList<>();
  private final Queue<byte[]> more = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::run, "feeder");
  private volatile boolean stopped;
  private IOException failure;

  /**
   * Starts at once.
   *
   * @param rounds what to publish, by the number of the round
   */
  Feeder(Landing landing, IntFunction<List<byte[]>> rounds) {
    this.landing = landing;
    this.rounds = rounds;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      for (int round = 0; !stopped; round++) {
        List<byte[]> values = new ArrayList<>(rounds.apply(round));
        for (byte[] value = more.poll(); value != null; value = more.poll()) {
          values.add(value);
        }
        landing.publish(values);
        synchronized (published) {
          published.addAll(values);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Adds a message to the next round. */
  void add(byte[] value) {
    more.add(value);
  }

  /** What the topic got of it up to now. */
  List<byte[]> published() {
    synchronized (published) {
      return List.copyOf(published);
    }
  }

  /** Waits for the running round, which is the last one. */
  @Override
  public void close() throws IOException {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
