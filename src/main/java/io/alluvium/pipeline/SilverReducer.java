package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.pipeline.SilverBatch.Settlement;
import io.alluvium.pipeline.SilverBatch.Work;
import io.alluvium.row.RowBuilder;
import io.alluvium.store.Fold;
import io.alluvium.store.LatestStore;
import io.alluvium.upsert.Relocation;
import io.alluvium.upsert.UpsertMode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One partition's way from rows to silver: folds, seals. At most one batch is under way, since the
 * next one builds on where its rows came to lie. If others changed the table's files, the store
 * follows them and the batch's changes are sealed anew. For the stream thread.
 */
final class SilverReducer {
  private static final long NOWHERE = -1;

  private final Lease lease;
  private final LatestStore<DataFile> store;
  private final UpsertMode mode;
  private final Deletions deletions;
  private final FlushTime flushTime;
  private final SilverCompactor compactor;
  private final TableFollower follower;
  private final Reflected reflected;
  private final AtomicReference<Settlement> settled = new AtomicReference<>();

  private long next;
  private long version;
  private SilverBatch underWay;
  private long sealedAt;
  private long expiring;

  SilverReducer(
      Lease lease,
      LoadedPartition loaded,
      Deletions deletions,
      FlushTime flushTime,
      SilverCompactor compactor,
      TableFollower follower,
      Reflected reflected,
      long nowMillis) {
    this.lease = lease;
    this.store = loaded.store();
    this.mode = loaded.mode();
    this.deletions = deletions;
    this.flushTime = flushTime;
    this.compactor = compactor;
    this.follower = follower;
    this.reflected = reflected;
    this.next = loaded.next();
    this.version = loaded.version();
    this.sealedAt = nowMillis;
    this.expiring = lease.processed();
    if (deletions.isExpiring()) {
      lease.expiredTo(NOWHERE);
    }
    tellLease();
  }

  /** What became of a record. */
  enum Outcome {
    CHANGED,
    DELETED,
    LATE
  }

  /** The first offset that isn't folded into a batch that was handed over. */
  long next() {
    return next;
  }

  /** The time that the row to be folded next is written at, microseconds. */
  long flushTime() {
    if (!hasChanges()) {
      // Records that changed nothing don't date a flush that comes much later.
      flushTime.close();
    }
    return flushTime.current();
  }

  Outcome fold(Meaning meaning, RowBuilder row) {
    if (deletions.fold(store, meaning, row.build()) == Fold.IGNORED) {
      return Outcome.LATE;
    }
    return meaning == Meaning.ROW ? Outcome.CHANGED : Outcome.DELETED;
  }

  /** Takes rows out whose time has passed; a part of them a call. */
  void expire() {
    if (deletions.isExpiring() && deletions.expire(store)) {
      lease.expiredTo(expiring);
      expiring = lease.processed();
    }
    tellLease();
  }

  private void tellLease() {
    lease.holds(store.size(), store.rowBytes());
    boolean handedOver = underWay != null && underWay.work() instanceof Work.Changes;
    lease.owing(handedOver || hasChanges());
  }

  boolean hasChanges() {
    return store.hasChanges();
  }

  /** Whether nothing can be sealed now: a batch isn't settled, or the table is being followed. */
  boolean busy() {
    return underWay != null || follower.underWay();
  }

  /** Milliseconds since the last seal. */
  long age(long nowMillis) {
    return nowMillis - sealedAt;
  }

  SilverBatch seal(long to, long nowMillis) {
    deletions.forget(store);
    Work work = new Work.Changes(store.seal(mode.rewrites()), deletions.outdated());
    compactor.begin();
    underWay = new SilverBatch(lease, next, to, reflected.seal(), version, work, settled::set);
    flushTime.close();
    next = to;
    sealedAt = nowMillis;
    tellLease();
    return underWay;
  }

  /** A compaction that is ready to be committed, while nothing else is under way. */
  Optional<SilverBatch> sealLayout() {
    Optional<Relocation> relocation = compactor.ready();
    relocation.ifPresent(
        ready ->
            underWay =
                new SilverBatch(
                    lease, next, next, List.of(), version, new Work.Layout(ready), settled::set));
    return Optional.ofNullable(underWay);
  }

  /** Takes note of how the batch under way ended, if it has, and of others' changes. */
  void settle() {
    Settlement settlement = settled.getAndSet(null);
    if (settlement instanceof Settlement.Placed placed) {
      store.committed(placed.placement());
      if (!placed.placement().isEmpty()) {
        // A commit of the position alone isn't held against what others changed before it.
        version = placed.version();
      }
      underWay = null;
    } else if (settlement instanceof Settlement.Rejected) {
      takeBack();
      follower.begin(store);
    }
    if (follower.underWay() && lease.live()) {
      follower.finish(store).ifPresent(followed -> version = followed);
    }
    tellLease();
  }

  private void takeBack() {
    if (underWay.work() instanceof Work.Changes changes) {
      store.unseal(changes.upsert());
      next = underWay.from();
      reflected.takeBack(underWay.reflected());
    }
    compactor.cancel();
    underWay = null;
  }
}
