package io.alluvium.rekey;

import java.util.Map;
import java.util.TreeMap;

/**
 * How far one partition of the re-keyed topic has come with each source partition. What was taken
 * before is known by its offsets, whoever sends it again and as often as he does; what doesn't
 * follow on what was taken shows that messages are missing, and is left until they are sent again.
 * Not thread-safe.
 */
public final class SourceProgress {
  private final Map<Integer, Long> next = new TreeMap<>();

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
    this.next.putAll(next);
  }

  /**
   * Judges a message, and goes on behind it if it counts.
   *
   * <p>A message may reach back before the position and beyond it: a new stream begins at the
   * smallest position of all partitions. What it covers below the position holds no row for this
   * partition that wasn't taken, since positions only move over what was.
   */
  public Judgement take(RekeyedRecord message) {
    Long position = next.get(message.source());
    if (position == null) {
      return Judgement.UNKNOWN;
    }
    if (message.to() <= position) {
      return Judgement.SEEN;
    }
    if (message.from() > position) {
      return Judgement.HOLE;
    }
    next.put(message.source(), message.to());
    return Judgement.NEXT;
  }

  /** Takes note of a source partition that has begun since. */
  public void begin(int source, long position) {
    next.putIfAbsent(source, position);
  }

  /** The next offset of each source partition. */
  public Map<Integer, Long> positions() {
    return Map.copyOf(next);
  }
}
