package io.alluvium.pipeline;

import io.alluvium.decode.Fault;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.decode.Outcome;
import io.alluvium.decode.SourceRecord;
import io.alluvium.derive.SilverRows;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.row.RowBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source partition's work on the stream thread: decodes a record once, buffers its row for
 * bronze, gives it to the part that silver comes from, and hands batches over when they are due.
 * Each table gets each offset once: offsets that a table already holds are left out for that table
 * only.
 */
final class PartitionTask implements Task {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionTask.class);
  private static final String INVALID_UTF8 = "invalid-utf8";

  private final Lease lease;
  private final MessageDecoder decoder;
  private final RowBuilder builder;
  private final SilverRows rows;
  private final RowBuilder silverBuilder;
  private final BronzeBuffer bronze;
  private final SilverPart silver;
  private final IngestTimes ingestTimes;
  private final Duration flushInterval;
  private final Handover handover;
  private final Counters counters;
  private boolean ingestTimeMissed;
  private long newestTime = SourceRecord.NO_TIMESTAMP;

  /**
   * @param flushInterval of bronze
   */
  PartitionTask(
      Lease lease,
      MessageDecoder decoder,
      RowBuilder builder,
      SilverRows rows,
      RowBuilder silverBuilder,
      BronzeBuffer bronze,
      SilverPart silver,
      IngestTimes ingestTimes,
      Duration flushInterval,
      Handover handover,
      Counters counters) {
    this.lease = lease;
    this.decoder = decoder;
    this.builder = builder;
    this.rows = rows;
    this.silverBuilder = silverBuilder;
    this.bronze = bronze;
    this.silver = silver;
    this.ingestTimes = ingestTimes;
    this.flushInterval = flushInterval;
    this.handover = handover;
    this.counters = counters;
  }

  /** For ages: a wall clock that is set back would put flushes off. */
  static long monotonicMillis() {
    return System.nanoTime() / 1_000_000;
  }

  @Override
  public Lease lease() {
    return lease;
  }

  @Override
  public void take(SourceRecord record) throws InterruptedException {
    long offset = record.offset();
    if (!lease.live() || offset >= lease.limit()) {
      return;
    }
    counters.record();
    newestTime = Math.max(newestTime, record.timestamp());
    long now = monotonicMillis();
    boolean forBronze = offset >= bronze.next();
    long ingestTime = forBronze ? bronze.ingestTime() : replayedIngestTime(offset);
    Outcome outcome = decoder.decode(record, ingestTime, builder.clear());
    if (forBronze) {
      landInBronze(record, outcome, now);
    }
    if (offset >= silver.next()) {
      Meaning meaning = rows.map(builder, silver.flushTime(), silverBuilder);
      if (meaning == Meaning.INCOMPLETE) {
        leaveOut(rows.lacking(silverBuilder), offset);
      } else {
        silver.take(meaning, silverBuilder, offset);
      }
    }
    lease.processedTo(offset + 1);
    if (bronze.bytes() + silver.bytes() >= handover.openLimit()) {
      sealBronze();
      if (silver.bytes() > 0) {
        handOverSilver(now);
      }
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

  private void leaveOut(String column, long offset) {
    if (counters.incomplete(column)) {
      LOG.warn(
          "{}: the record at offset {} has no {}, which silver needs; such records stay in bronze"
              + " only",
          lease,
          offset,
          column);
    }
  }

  private static String label(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
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

  @Override
  public void tick() throws InterruptedException {
    silver.settle();
    if (!lease.live()) {
      return;
    }
    silver.expire();
    long now = monotonicMillis();
    if (bronze.age(now) >= flushInterval.toMillis()) {
      sealBronze();
    }
    if (silver.isDue(lease.processed(), now)) {
      sealSilver(now);
    } else {
      silver.idle();
    }
    handover.awaitRoom(lease);
  }

  @Override
  public void flush() {
    silver.settle();
    if (!lease.live()) {
      return;
    }
    sealBronze();
    if (silver.isPending(lease.processed())) {
      sealSilver(monotonicMillis());
    }
  }

  private void sealBronze() {
    long to = Math.max(bronze.next(), lease.processed());
    if (to > bronze.next()) {
      lease.bronzeTimes().sealed(to, newestTime);
      handover.bronze(bronze.seal(to));
    }
  }

  private void sealSilver(long now) {
    sealBronze();
    handOverSilver(now);
  }

  private void handOverSilver(long now) {
    lease.silverTimes().sealed(lease.processed(), newestTime);
    silver.seal(lease.processed(), now);
  }
}
