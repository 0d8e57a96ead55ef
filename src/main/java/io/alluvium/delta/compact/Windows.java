package io.alluvium.delta.compact;

import java.util.ArrayList;
import java.util.List;

/**
 * Which neighbours in a sequence of files are worth a merge, judged by their sizes alone. Windows
 * are [from, to) of positions, of two files or more, and never overlap. Pure.
 */
final class Windows {
  record Window(int from, int to) {}

  private final MergeSettings settings;
  private final long[] sizes;

  /**
   * @param sizes of the files in the order of their rows, bytes
   */
  Windows(MergeSettings settings, long[] sizes) {
    this.settings = settings;
    this.sizes = sizes.clone();
  }

  /**
   * For files that more will follow: what lies between larger files is merged once it has {@link
   * MergeSettings#FAN_IN} of its largest size. So each merge lifts rows by a tier.
   */
  List<Window> gathered() {
    List<Window> found = new ArrayList<>();
    for (int tier = 0; found.isEmpty() && tier <= highestTier(); tier++) {
      for (Window window : below(tier)) {
        if (count(window, tier) >= MergeSettings.FAN_IN) {
          found.add(window);
        }
      }
    }
    return found;
  }

  /** For files that no more will follow soon: all that isn't full. */
  List<Window> all() {
    return below(Integer.MAX_VALUE);
  }

  /**
   * The same, but a file isn't rewritten for the sake of much less than it holds: rows that trickle
   * in late would have it rewritten each time.
   */
  List<Window> worthwhile() {
    List<Window> found = new ArrayList<>();
    below(Integer.MAX_VALUE).forEach(window -> split(window, found));
    return found;
  }

  private void split(Window window, List<Window> found) {
    int largest = window.from;
    long sum = 0;
    for (int i = window.from; i < window.to; i++) {
      sum += sizes[i];
      largest = sizes[i] > sizes[largest] ? i : largest;
    }
    if (window.to - window.from < 2) {
      return;
    }
    if ((sum - sizes[largest]) * MergeSettings.FAN_IN >= sizes[largest]) {
      found.add(window);
    } else {
      split(new Window(window.from, largest), found);
      split(new Window(largest + 1, window.to), found);
    }
  }

  /** The longest windows without a full file or one above the tier. */
  private List<Window> below(int tier) {
    List<Window> windows = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= sizes.length; i++) {
      if (i == sizes.length || settings.isFull(sizes[i]) || MergeSettings.tier(sizes[i]) > tier) {
        if (i - from >= 2) {
          windows.add(new Window(from, i));
        }
        from = i + 1;
      }
    }
    return windows;
  }

  private int count(Window window, int tier) {
    int count = 0;
    for (int i = window.from; i < window.to; i++) {
      count += MergeSettings.tier(sizes[i]) == tier ? 1 : 0;
    }
    return count;
  }

  private int highestTier() {
    int highest = 0;
    for (long size : sizes) {
      highest = Math.max(highest, MergeSettings.tier(size));
    }
    return highest;
  }
}
