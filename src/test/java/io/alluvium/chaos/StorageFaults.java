package io.alluvium.chaos;

import java.io.IOException;
import java.util.SplittableRandom;

/** What goes wrong with a log: some commits fail before, some after they took place, or all. */
public final class StorageFaults {
  private static final int PERCENT_REFUSED = 12;
  private static final int PERCENT_LOST = 12;

  private final SplittableRandom random = new SplittableRandom(1);
  private boolean flaky;
  private boolean down;
  private int refused;
  private int lost;

  /** Something that writes. */
  @FunctionalInterface
  interface Write<T> {
    T run() throws IOException;
  }

  /** From now on some writes fail, some of them only seemingly. */
  public synchronized void beFlaky() {
    flaky = true;
  }

  /** From now on nothing goes. */
  synchronized void goDown() {
    down = true;
  }

  /** From now on all is well. */
  synchronized void recover() {
    down = false;
    flaky = false;
  }

  /** Writes that didn't take place. */
  synchronized int refused() {
    return refused;
  }

  /** Writes that took place, and whose answer was lost. */
  synchronized int lost() {
    return lost;
  }

  synchronized void read() throws IOException {
    if (down) {
      throw new IOException("injected: storage is down");
    }
  }

  <T> T write(Write<T> write) throws IOException {
    read();
    int dice = dice();
    if (dice < PERCENT_REFUSED) {
      count(1, 0);
      throw new IOException("injected: refused");
    }
    T result = write.run();
    if (dice < PERCENT_REFUSED + PERCENT_LOST) {
      count(0, 1);
      throw new IOException("injected: the answer was lost");
    }
    return result;
  }

  private synchronized int dice() {
    return flaky ? random.nextInt(100) : Integer.MAX_VALUE;
  }

  private synchronized void count(int moreRefused, int moreLost) {
    refused += moreRefused;
    lost += moreLost;
  }
}
