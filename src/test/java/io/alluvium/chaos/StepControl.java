package io.alluvium.chaos;

import io.alluvium.pipeline.Probe;
import io.alluvium.pipeline.Step;
import java.util.concurrent.CountDownLatch;

/** Halts the process at a step, or holds the thread there until it is let go. */
final class StepControl implements Probe {
  static final String REACHED = "REACHED ";
  private static final int KILLED = 137;

  private final CountDownLatch released = new CountDownLatch(1);
  private Step halting;
  private Step holding;

  /** No shutdown hook runs, nothing is flushed: as a kill does it, but at a known place. */
  synchronized void haltAt(Step step) {
    halting = step;
  }

  /** The first thread to come there announces it and waits. */
  synchronized void holdAt(Step step) {
    holding = step;
  }

  void release() {
    released.countDown();
  }

  @Override
  public void at(Step step) {
    if (isHalting(step)) {
      announce(step);
      Runtime.getRuntime().halt(KILLED);
    }
    if (takesHold(step)) {
      announce(step);
      awaitRelease();
    }
  }

  private synchronized boolean isHalting(Step step) {
    return step == halting;
  }

  private synchronized boolean takesHold(Step step) {
    if (step != holding) {
      return false;
    }
    holding = null;
    return true;
  }

  private static void announce(Step step) {
    System.out.println(REACHED + step);
    System.out.flush();
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
