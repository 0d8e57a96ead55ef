package io.alluvium.cli;

import java.util.List;

/** Stops what runs, all at the same time, when the process is told to end. */
final class StopOnSignal implements AutoCloseable {
  private final Thread hook;

  private StopOnSignal(Thread hook) {
    this.hook = hook;
  }

  /** Something that stops cleanly; to be told again is harmless. */
  @FunctionalInterface
  interface Stoppable {
    void stop() throws InterruptedException;
  }

  static StopOnSignal of(List<? extends Stoppable> running) {
    Thread hook = new Thread(() -> stopAll(running), "stop-on-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    return new StopOnSignal(hook);
  }

  private static void stopAll(List<? extends Stoppable> running) {
    List<Thread> threads =
        running.stream().map(one -> new Thread(() -> stop(one), "stop-on-signal")).toList();
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stop(Stoppable running) {
    try {
      running.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending and the hook is at work: that is what it is for.
    }
  }
}
