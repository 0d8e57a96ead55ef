package io.alluvium.rekey;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far one partition of the re-keyed topic has come with each source partition. What was taken
 * before is known by its offsets, whoever sends it again and as often as he does; what doesn't
 * follow on what was taken shows that messages are missing, and is left until they are sent again.
 * Not thread-safe.
 */
public final class SourceProgress {
  private static final long UNKNOWN = -1;

  /** By source partition. */
  private long[] next = new long[0];

  /** What a message is to a partition that has come so far. */
  public enum Judgement {
    /** It goes on where the last one ended: it counts. */
    NEXT,
    /** All of it was taken before. */
    SEEN,
    /** Something before it is missing: it doesn't count. */
    HOLE,
    /** The table knows no position of its source partition. */
    UNKNOWN
  }

  /**
   * @param next by source partition, the next offset that the table takes
   */
  public SourceProgress(Map<Integer, Long> next) {
    next.forEach(this::set);
  }

  /**
   * Judges a message, and goes on behind it if it counts.
   *
   * <p>A message may reach back before the position and beyond it: a new stream begins at the
   * smallest position of all partitions. What it covers below the position holds no row for this
   * partition that wasn't taken, since positions only move over what was.
   */
  public Judgement take(RekeyedRecord message) {
    long position = position(message.source());
    if (position == UNKNOWN) {
      return Judgement.UNKNOWN;
    }
    if (message.to() <= position) {
      return Judgement.SEEN;
    }
    if (message.from() > position) {
      return Judgement.HOLE;
    }
    next[message.source()] = message.to();
    return Judgement.NEXT;
  }

  /** Takes note of a source partition that has begun since. */
  public void begin(int source, long position) {
    if (position(source) == UNKNOWN) {
      set(source, position);
    }
  }

  /** The next offset of each source partition. */
  public Map<Integer, Long> positions() {
    Map<Integer, Long> positions = new TreeMap<>();
    for (int source = 0; source < next.length; source++) {
      if (next[source] != UNKNOWN) {
        positions.put(source, next[source]);
      }
    }
    return positions;
  }

  private long position(int source) {
    return source < next.length ? next[source] : UNKNOWN;
  }

  private void set(int source, long position) {
    int before = next.length;
    if (source >= before) {
      next = Arrays.copyOf(next, source + 1);
      Arrays.fill(next, before, next.length, UNKNOWN);
    }
    next[source] = position;
  }
}
