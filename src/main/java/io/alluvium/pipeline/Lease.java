package io.alluvium.pipeline;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One stay of a source partition in this process, from its assignment until it is taken away or
 * given up: the generation that every batch of it carries. Once a lease has ended it never comes
 * back to life; a partition that returns gets a new one, with positions read anew from the tables.
 *
 * <p>Positions are NEXT offsets. Safe for several threads: the stream thread reads, the writer
 * threads advance.
 */
public final class Lease {
  private final long id = UUID.randomUUID().getMostSignificantBits();
  private final int partition;
  private final int partitionCount;
  private final long position;
  private final AtomicReference<Ending> ending = new AtomicReference<>();

  private volatile long bronzeDurable;
  private volatile long silverDurable;
  private volatile long processed;
  private volatile long received;
  private volatile long handedOut;
  private volatile long fetchLag = -1;
  private volatile long limit = Long.MAX_VALUE;
  private volatile long expiredTo = Long.MAX_VALUE;
  private volatile boolean owing;
  private volatile long storeKeys;
  private volatile long storeBytes;
  private final RecordTimes bronzeTimes = new RecordTimes();
  private final RecordTimes silverTimes = new RecordTimes();
  private volatile LoadProgress loading = new LoadProgress(0, Long.MAX_VALUE);

  /** How a lease ended. */
  public sealed interface Ending {
    /** The group took the partition away, or the service stops: what is durable counts. */
    record Revoked() implements Ending {}

    /** This process can't go on with the partition from memory; it must start again from Delta. */
    record Failed(String reason, Throwable cause) implements Ending {}
  }

  /**
   * @param position where the consumer starts: the smaller of the two tables' positions
   * @param bronze bronze's position in the same reading
   * @param silver silver's
   */
  Lease(int partition, int partitionCount, long position, long bronze, long silver) {
    this.partition = partition;
    this.partitionCount = partitionCount;
    this.position = position;
    this.bronzeDurable = bronze;
    this.silverDurable = silver;
    this.processed = position;
    this.received = position;
    this.handedOut = position;
  }

  /** Tells it from all others, those of other processes too. */
  long id() {
    return id;
  }

  public int partition() {
    return partition;
  }

  /** Partitions of the topic when the lease began. */
  public int partitionCount() {
    return partitionCount;
  }

  /** Where the consumer started. */
  public long position() {
    return position;
  }

  /** The owner tag of silver files, such as {@code 3/8}. */
  String owner() {
    return partition + "/" + partitionCount;
  }

  public boolean live() {
    return ending.get() == null;
  }

  /** How it ended, null while it is live. */
  public Ending ending() {
    return ending.get();
  }

  /** The failure that ended it, null if it is live or was revoked. */
  Ending.Failed failure() {
    return ending.get() instanceof Ending.Failed failed ? failed : null;
  }

  /** Ends the lease; the first ending counts. */
  void end(Ending how) {
    ending.compareAndSet(null, how);
    synchronized (this) {
      notifyAll();
    }
  }

  void fail(String reason, Throwable cause) {
    end(new Ending.Failed(reason, cause));
  }

  /** Up to where bronze holds everything. */
  public long bronzeDurable() {
    return bronzeDurable;
  }

  /** Up to where silver reflects everything. */
  public long silverDurable() {
    return silverDurable;
  }

  /** Up to where both tables hold everything: all that a consumer offset may claim. */
  public long durable() {
    return Math.min(bronzeDurable, silverDurable);
  }

  synchronized void bronzeReached(long next) {
    bronzeDurable = next;
    bronzeTimes.reached(next);
    notifyAll();
  }

  synchronized void silverReached(long next) {
    silverDurable = next;
    silverTimes.reached(next);
    notifyAll();
  }

  /** Waits until bronze holds everything below {@code next}, the lease ends, or time runs out. */
  synchronized boolean awaitBronze(long next, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (live() && bronzeDurable < next) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return bronzeDurable >= next;
  }

  /** The offset after the last record that the task has taken. */
  public long processed() {
    return processed;
  }

  void processedTo(long next) {
    processed = next;
  }

  /** The consumer's position after the last poll. */
  public long received() {
    return received;
  }

  /** The offset after the last record that the consumer has handed to Streams. */
  public long handedOut() {
    return handedOut;
  }

  void handedOutTo(long next) {
    handedOut = next;
  }

  /** Records that the topic held then and the task hasn't taken; -1 if unknown. */
  public long lag() {
    long waiting = fetchLag;
    return waiting < 0 ? -1 : Math.max(0, waiting + received - processed);
  }

  /**
   * @param lag records that the topic holds behind it; -1 if unknown
   * @param nowMillis when it was so, since the epoch
   */
  void receivedTo(long next, long lag, long nowMillis) {
    received = next;
    fetchLag = lag;
    if (lag() == 0) {
      noteCaughtUp(nowMillis);
    }
  }

  private void noteCaughtUp(long nowMillis) {
    if (bronzeDurable >= processed) {
      bronzeTimes.caughtUp(nowMillis);
    }
    if (durable() >= processed) {
      silverTimes.caughtUp(nowMillis);
    }
  }

  /** Up to when bronze holds the partition. */
  public RecordTimes bronzeTimes() {
    return bronzeTimes;
  }

  /** The same of silver; with a re-keyed topic, of that. */
  public RecordTimes silverTimes() {
    return silverTimes;
  }

  /** Keys of silver that are held in memory for it. */
  public long storeKeys() {
    return storeKeys;
  }

  /** Bytes of their rows. */
  public long storeBytes() {
    return storeBytes;
  }

  void holds(long keys, long bytes) {
    storeKeys = keys;
    storeBytes = bytes;
  }

  /**
   * Every row of what was taken below this offset was looked at for whether its time has passed;
   * the greatest number there is if rows don't expire.
   */
  long expiredTo() {
    return expiredTo;
  }

  void expiredTo(long next) {
    expiredTo = next;
  }

  /** Whether silver has something to write beyond what its position tells: rows that expired. */
  boolean owing() {
    return owing;
  }

  void owing(boolean changes) {
    owing = changes;
  }

  /** How far the loading of its store is. */
  public LoadProgress loading() {
    return loading;
  }

  void loading(LoadProgress progress) {
    loading = progress;
  }

  /** Records at and above this offset are left for another time. */
  public long limit() {
    return limit;
  }

  void limitTo(long offset) {
    limit = offset;
  }

  @Override
  public String toString() {
    return "partition " + partition + " from " + position;
  }
}
