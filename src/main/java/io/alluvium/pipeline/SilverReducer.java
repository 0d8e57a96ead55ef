package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.derive.RowMapper;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.store.Fold;
import io.alluvium.store.LatestStore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One partition's way from rows to silver: maps, folds, seals. At most one batch is under way,
 * since the next one builds on where its rows came to lie. For the stream thread.
 */
final class SilverReducer {
  private final Lease lease;
  private final LatestStore<DataFile> store;
  private final RowMapper mapper;
  private final int[] required;
  private final FlushTime flushTime;
  private final RowBuilder builder;
  private final AtomicReference<SilverBatch.Placement> placed = new AtomicReference<>();

  private long next;
  private long version;
  private boolean underWay;
  private long sealedAt;

  /**
   * @param required silver columns without which a row stays out
   * @param next the first offset that silver doesn't reflect
   * @param version the table version that the store reflects
   */
  SilverReducer(
      Lease lease,
      LatestStore<DataFile> store,
      RowMapper mapper,
      int[] required,
      FlushTime flushTime,
      RowBuilder builder,
      long next,
      long version,
      long nowMillis) {
    this.lease = lease;
    this.store = store;
    this.mapper = mapper;
    this.required = required.clone();
    this.flushTime = flushTime;
    this.builder = builder;
    this.next = next;
    this.version = version;
    this.sealedAt = nowMillis;
  }

  /** What became of a record. */
  enum Outcome {
    CHANGED,
    LATE,
    INCOMPLETE
  }

  /** The first offset that silver doesn't have from us yet. */
  long next() {
    return next;
  }

  Outcome fold(RowReader bronzeRow) {
    if (!hasChanges()) {
      // Records that changed nothing don't date a flush that comes much later.
      flushTime.close();
    }
    mapper.map(bronzeRow, flushTime.current(), builder.clear());
    for (int column : required) {
      if (builder.isNull(column)) {
        return Outcome.INCOMPLETE;
      }
    }
    Row row = builder.build();
    return store.fold(row) == Fold.IGNORED ? Outcome.LATE : Outcome.CHANGED;
  }

  boolean hasChanges() {
    return store.dirtyCount() > 0;
  }

  /** Whether a sealed batch isn't settled yet. */
  boolean underWay() {
    return underWay;
  }

  /** Milliseconds since the last seal. */
  long age(long nowMillis) {
    return nowMillis - sealedAt;
  }

  SilverBatch seal(long to, long nowMillis) {
    SilverBatch batch = new SilverBatch(lease, next, to, version, store.seal(), placed::set);
    flushTime.close();
    next = to;
    underWay = true;
    sealedAt = nowMillis;
    return batch;
  }

  /** Takes note of where a committed batch's rows lie, if one has been committed since. */
  void settle() {
    SilverBatch.Placement placement = placed.getAndSet(null);
    if (placement != null) {
      store.committed(placement.gone(), placement.placed());
      if (!placement.placed().isEmpty()) {
        // A commit of the position alone isn't held against what others changed before it.
        version = placement.version();
      }
      underWay = false;
    }
  }
}
