package io.alluvium.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * What one table's writer meets with. Written by the writer's thread, read by whoever watches;
 * nothing is allocated or locked for a commit.
 */
public final class CommitMeter {
  /** Upper bounds of the histogram's buckets, seconds; above the last is one more bucket. */
  public static final List<Double> BOUNDS =
      List.of(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0);

  private static final double NANOS_A_SECOND = 1e9;
  private static final long NOT = 0;

  private final LongAdder[] buckets =
      Stream.generate(LongAdder::new).limit(BOUNDS.size() + 1L).toArray(LongAdder[]::new);
  private final LongAdder nanos = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
  private volatile long busySince = NOT;
  private volatile long failingSince = NOT;

  /** The writer has taken batches up. */
  void begun() {
    busySince = System.nanoTime() | 1;
  }

  /** The writer is done with them, one way or the other. */
  void ended() {
    busySince = NOT;
  }

  /** They are in the table, in one commit of this time from when they were taken up. */
  void committed() {
    long took = System.nanoTime() - busySince;
    nanos.add(took);
    int bucket = 0;
    while (bucket < BOUNDS.size() && took / NANOS_A_SECOND > BOUNDS.get(bucket)) {
      bucket++;
    }
    buckets[bucket].increment();
  }

  /** The table has answered an attempt. */
  void answered() {
    failingSince = NOT;
  }

  /** Another writer's commit stood in the way of one of ours. */
  void refused(String reason) {
    refusals.computeIfAbsent(reason, r -> new LongAdder()).increment();
  }

  /** Storage failed; there will be another try, or the batches are given up. */
  void failed() {
    retries.increment();
    if (failingSince == NOT) {
      failingSince = System.nanoTime() | 1;
    }
  }

  /** Commits by the time that they took, in the buckets of {@link #BOUNDS} and one above. */
  public List<Long> buckets() {
    return Stream.of(buckets).map(LongAdder::sum).toList();
  }

  /** Commits that are in the table. */
  public long commits() {
    return buckets().stream().mapToLong(Long::longValue).sum();
  }

  /** Time of all of them together, seconds. */
  public double seconds() {
    return nanos.sum() / NANOS_A_SECOND;
  }

  /** Attempts to write or to commit that storage failed. */
  public long retries() {
    return retries.sum();
  }

  /** Attempts that another writer's commit stood in the way of, by kind. */
  public Map<String, Long> refusals() {
    Map<String, Long> sums = new TreeMap<>();
    refusals.forEach((reason, count) -> sums.put(reason, count.sum()));
    return sums;
  }

  /** For how long every attempt has failed; zero if the last one didn't. */
  public Duration failing() {
    return since(failingSince);
  }

  /** For how long the batches that are under way have been; zero if none are. */
  public Duration busy() {
    return since(busySince);
  }

  private static Duration since(long nanoTime) {
    return nanoTime == NOT ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - nanoTime);
  }
}
