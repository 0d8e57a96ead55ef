package io.alluvium.pipeline;

import io.alluvium.config.BronzeConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.delta.compact.MergeGroup;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.compact.MergeSettings;
import io.alluvium.delta.compact.OptimizeOperation;
import io.alluvium.delta.compact.TableMerger;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges bronze's small files on a thread of its own, for partitions whose leases are here and only
 * what silver has passed, so that a replay finds the tags that it needs. Nothing waits for it, and
 * nothing but the space for more files is lost when it fails or is killed.
 */
final class BronzeCompaction implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BronzeCompaction.class);

  /** Looking more often than there can be files for a merge would find none. */
  private static final int FLUSHES_A_LOOK = 8;

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final BronzeConfig config;
  private final TableLog table;
  private final Leases leases;
  private final SilverPassed silverPassed;
  private final Counters counters;
  private final Clock clock;
  private final Probe probe;
  private final BronzeMerges merges;
  private final TableMerger merger;
  private final Thread thread;
  private final Duration interval;
  private boolean careful;
  private volatile boolean closed;

  /** Up to where silver reflects a source partition. */
  @FunctionalInterface
  interface SilverPassed {
    /** By partition; one that silver knows nothing of may be missing. */
    Map<Integer, Long> now(Collection<Lease> leases) throws IOException;
  }

  BronzeCompaction(
      String threadName,
      BronzeConfig config,
      TableLog table,
      TableStorage storage,
      Leases leases,
      SilverPassed silverPassed,
      Counters counters,
      Clock clock,
      Probe probe) {
    this.config = config;
    this.table = table;
    this.leases = leases;
    this.silverPassed = silverPassed;
    this.counters = counters;
    this.clock = clock;
    this.probe = probe;
    this.interval = config.flushInterval().multipliedBy(FLUSHES_A_LOOK);
    this.merges =
        new BronzeMerges(
            new MergeSettings(config.targetFileBytes(), MergeSettings.DEFAULT_QUIET),
            BronzeMerges.Eagerness.GRADUAL);
    this.merger =
        new TableMerger(table, storage, clock, OptimizeOperation.Trigger.SERVICE, () -> closed);
    this.thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
  }

  /** Begins, unless the configuration doesn't want it. */
  void start() {
    if (config.compaction() == BronzeConfig.Compaction.ON) {
      thread.start();
    }
  }

  /** The name of its thread, if that has ended and nobody asked for it. */
  Optional<String> dead() {
    return !closed && thread.getState() == Thread.State.TERMINATED
        ? Optional.of(thread.getName())
        : Optional.empty();
  }

  private void run() {
    try {
      Duration pause = interval;
      while (pause(pause)) {
        pause = mergeAll() ? interval : interval.multipliedBy(FLUSHES_A_LOOK);
      }
    } catch (InterruptedException e) {
      LOG.info("{} was interrupted", thread.getName());
    }
  }

  private synchronized boolean pause(Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    for (long left = length.toMillis(); !closed && left > 0; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return !closed;
  }

  /** Merges until nothing is left to merge; false if something failed. */
  private boolean mergeAll() {
    try {
      while (!closed && merge()) {
        careful = false;
      }
      return true;
    } catch (IOException | RuntimeException e) {
      if (!closed) {
        LOG.warn("bronze files weren't merged, later again: {}", e.toString());
      }
      careful = true;
      return false;
    }
  }

  /** One commit; false if there was nothing to merge or others were there first. */
  private boolean merge() throws IOException {
    Map<Integer, Lease> own = new HashMap<>();
    leases.all().forEach(lease -> own.put(lease.partition(), lease));
    Map<Integer, Long> passed = new HashMap<>(silverPassed.now(own.values()));
    passed.keySet().retainAll(own.keySet());
    TableSnapshot snapshot = table.snapshot();
    List<MergeGroup> groups =
        merges.plan(
            snapshot.files(),
            partition -> passed.getOrDefault(partition, Long.MIN_VALUE),
            clock.millis() * 1_000);
    if (groups.isEmpty()) {
      return false;
    }
    MergeReport report =
        merger.merge(
            snapshot,
            some(groups),
            group -> {
              probe.at(Step.MERGE_WRITTEN);
              return own.get(partition(group)).live();
            });
    if (report.commits() > 0) {
      probe.at(Step.MERGE_COMMITTED);
      counters.bronzeMerges().merged(report.removedFiles(), report.removedBytes());
    }
    return report.commits() > 0;
  }

  /**
   * As many as make one file of the target size, at random: groups that can't be merged, because a
   * file of theirs is damaged, must not keep the others from it.
   */
  private List<MergeGroup> some(List<MergeGroup> groups) {
    List<MergeGroup> shuffled = new ArrayList<>(groups);
    Collections.shuffle(shuffled);
    return MergeGroup.first(shuffled, careful ? 0 : config.targetFileBytes());
  }

  private static int partition(MergeGroup group) {
    DataFile file = group.sources().get(0);
    return Math.toIntExact(FileTags.number(file.tags(), FileTags.PARTITION).orElseThrow());
  }

  /** Asks for the end of what is under way and waits for it a while. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    if (thread.isAlive()) {
      thread.join(CLOSING.toMillis());
    }
  }
}
