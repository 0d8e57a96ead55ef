package io.alluvium.pipeline;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What has happened in this process since it started; read by the progress line and metrics. */
public final class Counters {
  private final LongAdder records = new LongAdder();
  private final Map<String, LongAdder> incomplete = new ConcurrentHashMap<>();
  private final LongAdder late = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private final AtomicLong bronzeVersion = new AtomicLong(-1);
  private final AtomicLong silverVersion = new AtomicLong(-1);
  private final LongAdder bronzeRows = new LongAdder();
  private final LongAdder silverRows = new LongAdder();
  private final LongAdder rekeyed = new LongAdder();
  private final LongAdder seenAgain = new LongAdder();
  private final LongAdder spreadKeys = new LongAdder();
  private final LongAdder restarts = new LongAdder();
  private final MergeCounter bronzeMerges = new MergeCounter();
  private final MergeCounter silverMerges = new MergeCounter();
  private final CommitMeter bronzeCommits = new CommitMeter();
  private final CommitMeter silverCommits = new CommitMeter();
  private final LongAdder quarantined = new LongAdder();

  void record() {
    records.increment();
  }

  /** A message whose content couldn't be taken as it is. */
  void fault(String reason) {
    faults.computeIfAbsent(reason, r -> new LongAdder()).increment();
  }

  /**
   * A record of which silver takes nothing.
   *
   * @param column the first that it lacks of those that silver needs
   * @return whether it is the first of them
   */
  boolean incomplete(String column) {
    LongAdder count = incomplete.get(column);
    boolean first = count == null;
    if (first) {
      count = incomplete.computeIfAbsent(column, c -> new LongAdder());
    }
    count.increment();
    return first;
  }

  /** Records that the quarantine table has got. */
  void quarantined(long records) {
    quarantined.add(records);
  }

  void deleted() {
    deleted.increment();
  }

  void late() {
    late.increment();
  }

  /** Messages that the re-keyed topic has acknowledged. */
  void rekeyed(long messages) {
    rekeyed.add(messages);
  }

  /** A message of the re-keyed topic that silver had taken before. */
  void seenAgain() {
    seenAgain.increment();
  }

  /** A row whose key another source partition has, too. */
  void spreadKey() {
    spreadKeys.increment();
  }

  void restarted() {
    restarts.increment();
  }

  /** The versions that the tables have before anything is done to them. */
  void found(long bronze, long silver) {
    bronzeVersion.set(bronze);
    silverVersion.set(silver);
  }

  void bronzeCommitted(long version, long rows) {
    bronzeVersion.set(version);
    bronzeRows.add(rows);
  }

  void silverCommitted(long version, long rows) {
    silverVersion.set(version);
    silverRows.add(rows);
  }

  void silverMerged(long version, long files, long bytes) {
    silverVersion.set(version);
    silverMerges.merged(files, bytes);
  }

  /** What bronze's writer meets with. */
  public CommitMeter bronzeCommits() {
    return bronzeCommits;
  }

  /** What silver's writer meets with. */
  public CommitMeter silverCommits() {
    return silverCommits;
  }

  /** Records that were written to the quarantine table. */
  public long quarantinedRows() {
    return quarantined.sum();
  }

  /** Files of bronze that were put together. */
  public MergeCounter bronzeMerges() {
    return bronzeMerges;
  }

  /** Files of silver that were put together, those that flushes replaced left aside. */
  public MergeCounter silverMerges() {
    return silverMerges;
  }

  /** Records taken from the topic, those that were read again included. */
  public long records() {
    return records.sum();
  }

  /** Records that lack a key column or what orders them. */
  public long recordsOutOfSilver() {
    return incomplete().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The same by the first column that they lack. */
  public Map<String, Long> incomplete() {
    return sums(incomplete);
  }

  /** Records that the row, or the deletion, of their key goes before. */
  public long recordsLate() {
    return late.sum();
  }

  /** Records that deleted their key, or would have if it had been there. */
  public long recordsDeleting() {
    return deleted.sum();
  }

  /** How many messages couldn't be taken as they are, by reason. */
  public Map<String, Long> faults() {
    return sums(faults);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    Map<String, Long> sums = new TreeMap<>();
    adders.forEach((name, count) -> sums.put(name, count.sum()));
    return sums;
  }

  /** The version of our last bronze commit; before the first, that which was found. */
  public long bronzeVersion() {
    return bronzeVersion.get();
  }

  /** The same of silver. */
  public long silverVersion() {
    return silverVersion.get();
  }

  public long bronzeRows() {
    return bronzeRows.sum();
  }

  /** Rows inserted, updated or deleted, copies left aside. */
  public long silverRows() {
    return silverRows.sum();
  }

  /** Messages that were sent to the re-keyed topic, those that were sent again included. */
  public long rekeyed() {
    return rekeyed.sum();
  }

  /** Messages of the re-keyed topic that changed nothing, since silver had taken them before. */
  public long rekeyedSeenAgain() {
    return seenAgain.sum();
  }

  /** Rows written or loaded whose key another source partition has a row of, too. */
  public long rowsOfSpreadKeys() {
    return spreadKeys.sum();
  }

  /** How often tasks had to start again from what is durable. */
  public long restarts() {
    return restarts.sum();
  }
}
