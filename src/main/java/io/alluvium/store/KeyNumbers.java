package io.alluvium.store;

import java.util.Arrays;

/** Hands out the numbers of keys, the smallest unused ones by and by. */
final class KeyNumbers {
  private int[] freed = new int[16];
  private int freedCount;
  private int next;

  int next() {
    return freedCount > 0 ? freed[--freedCount] : next++;
  }

  void free(int number) {
    if (freedCount == freed.length) {
      freed = Arrays.copyOf(freed, 2 * freedCount);
    }
    freed[freedCount++] = number;
  }

  /** Above every number that was ever handed out. */
  int end() {
    return next;
  }

  int inUse() {
    return next - freedCount;
  }
}
