package io.alluvium.pipeline;

import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.row.RowBuilder;
import java.time.Duration;

/** Reduces rows and flushes silver when it is due. For the stream thread. */
final class SilverFlushes implements SilverPart {
  private final SilverReducer reducer;
  private final Schedule schedule;
  private final Handover handover;
  private final Counters counters;

  /**
   * When silver is flushed.
   *
   * @param positionOnly the same for flushes that only move the position
   */
  record Schedule(Duration interval, Duration positionOnly) {}

  SilverFlushes(SilverReducer reducer, Schedule schedule, Handover handover, Counters counters) {
    this.reducer = reducer;
    this.schedule = schedule;
    this.handover = handover;
    this.counters = counters;
  }

  @Override
  public long next() {
    return reducer.next();
  }

  @Override
  public long flushTime() {
    return reducer.flushTime();
  }

  @Override
  public void take(Meaning meaning, RowBuilder silverRow, long offset) {
    switch (reducer.fold(meaning, silverRow)) {
      case LATE -> counters.late();
      case DELETED -> counters.deleted();
      case CHANGED -> {}
    }
  }

  /** Rows belong to the store. */
  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void settle() {
    reducer.settle();
  }

  @Override
  public void expire() {
    reducer.expire();
  }

  @Override
  public boolean isDue(long processed, long nowMillis) {
    if (reducer.busy()) {
      return false;
    }
    return reducer.hasChanges()
        ? reducer.age(nowMillis) >= schedule.interval().toMillis()
        : processed > reducer.next()
            && reducer.age(nowMillis) >= schedule.positionOnly().toMillis();
  }

  @Override
  public boolean isPending(long processed) {
    return !reducer.busy() && (processed > reducer.next() || reducer.hasChanges());
  }

  @Override
  public void seal(long processed, long nowMillis) {
    handover.silver(reducer.seal(processed, nowMillis));
  }

  @Override
  public void idle() {
    if (!reducer.busy()) {
      reducer.sealLayout().ifPresent(handover::silver);
    }
  }
}
