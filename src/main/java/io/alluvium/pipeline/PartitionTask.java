package io.alluvium.pipeline;

import io.alluvium.decode.Fault;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.decode.Outcome;
import io.alluvium.decode.SourceRecord;
import io.alluvium.row.RowBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source partition's work on the stream thread: decodes a record once, buffers its row for
 * bronze, folds it into the store for silver, and hands batches to the two writers when they are
 * due. Each table gets each offset once: offsets that a table already holds are left out for that
 * table only.
 */
final class PartitionTask {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionTask.class);
  private static final String INVALID_UTF8 = "invalid-utf8";

  private final Lease lease;
  private final MessageDecoder decoder;
  private final RowBuilder builder;
  private final BronzeBuffer bronze;
  private final SilverReducer silver;
  private final IngestTimes ingestTimes;
  private final FlushPolicy policy;
  private final Handover handover;
  private final Counters counters;
  private boolean ingestTimeMissed;

  PartitionTask(
      Lease lease,
      MessageDecoder decoder,
      RowBuilder builder,
      BronzeBuffer bronze,
      SilverReducer silver,
      IngestTimes ingestTimes,
      FlushPolicy policy,
      Handover handover,
      Counters counters) {
    this.lease = lease;
    this.decoder = decoder;
    this.builder = builder;
    this.bronze = bronze;
    this.silver = silver;
    this.ingestTimes = ingestTimes;
    this.policy = policy;
    this.handover = handover;
    this.counters = counters;
  }

  /** When flushes are due. */
  record FlushPolicy(Duration bronze, Duration silver, Duration positionOnly) {}

  /** For ages: a wall clock that is set back would put flushes off. */
  static long monotonicMillis() {
    return System.nanoTime() / 1_000_000;
  }

  Lease lease() {
    return lease;
  }

  /** Takes one record; records come in offset order. Blocks while storage is behind. */
  void take(SourceRecord record) throws InterruptedException {
    long offset = record.offset();
    if (!lease.live() || offset >= lease.limit()) {
      return;
    }
    counters.record();
    long now = monotonicMillis();
    boolean forBronze = offset >= bronze.next();
    long ingestTime = forBronze ? bronze.ingestTime() : replayedIngestTime(offset);
    Outcome outcome = decoder.decode(record, ingestTime, builder.clear());
    if (forBronze) {
      landInBronze(record, outcome, now);
    }
    if (offset >= silver.next()) {
      foldIntoSilver();
    }
    lease.processedTo(offset + 1);
    if (bronze.bytes() >= handover.openLimit()) {
      sealBronze();
      handover.awaitRoom(lease);
    }
  }

  private void landInBronze(SourceRecord record, Outcome outcome, long now) {
    bronze.add(builder.build(), now);
    if (outcome.fault() != Fault.NONE) {
      counters.fault(label(outcome.fault()));
    }
    if (outcome.invalidUtf8()) {
      counters.fault(INVALID_UTF8);
      bronze.quarantine(new QuarantinedRecord(record, INVALID_UTF8));
    }
  }

  private static String label(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void foldIntoSilver() {
    switch (silver.fold(builder)) {
      case INCOMPLETE -> counters.outOfSilver();
      case LATE -> counters.late();
      case DELETED -> counters.deleted();
      case CHANGED -> {}
    }
  }

  private long replayedIngestTime(long offset) {
    OptionalLong time = ingestTimes.at(offset);
    if (time.isPresent()) {
      return time.getAsLong();
    }
    if (!ingestTimeMissed) {
      ingestTimeMissed = true;
      LOG.warn("{}: bronze doesn't tell when it took offset {} and maybe others", lease, offset);
    }
    return ingestTimes.latest() == IngestTimes.NONE ? bronze.ingestTime() : ingestTimes.latest();
  }

  /** Hands over what is due. Called often, between records. */
  void tick() throws InterruptedException {
    silver.settle();
    if (!lease.live()) {
      return;
    }
    long now = monotonicMillis();
    if (bronze.age(now) >= policy.bronze().toMillis()) {
      sealBronze();
    }
    sealSilverIfDue(now);
    handover.awaitRoom(lease);
  }

  private void sealSilverIfDue(long now) {
    silver.expire();
    if (silver.busy()) {
      return;
    }
    if (silverIsDue(now)) {
      sealSilver(now);
    } else {
      silver.sealLayout().ifPresent(handover::silver);
    }
  }

  private boolean silverIsDue(long now) {
    return silver.hasChanges()
        ? silver.age(now) >= policy.silver().toMillis()
        : lease.processed() > silver.next() && silver.age(now) >= policy.positionOnly().toMillis();
  }

  /** Hands everything over that isn't durable, due or not. Call until {@link #settled}. */
  void flush() {
    silver.settle();
    if (!lease.live()) {
      return;
    }
    sealBronze();
    if (!silver.busy() && lease.processed() > silver.next()) {
      sealSilver(monotonicMillis());
    }
  }

  /** Whether all that was taken is durable in both tables. */
  boolean settled() {
    return lease.durable() >= lease.processed();
  }

  private void sealBronze() {
    long to = Math.max(bronze.next(), lease.processed());
    if (to > bronze.next()) {
      handover.bronze(bronze.seal(to));
    }
  }

  private void sealSilver(long now) {
    sealBronze();
    handover.silver(silver.seal(lease.processed(), now));
  }
}
