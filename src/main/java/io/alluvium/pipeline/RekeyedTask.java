package io.alluvium.pipeline;

import io.alluvium.decode.SourceRecord;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.error.UserException;
import io.alluvium.rekey.RekeyedCodec;
import io.alluvium.rekey.RekeyedRecord;
import io.alluvium.rekey.SourceProgress;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of one partition of the re-keyed topic on the stream thread: takes each row once,
 * however often it comes, and flushes silver.
 */
final class RekeyedTask implements Task {
  private static final Logger LOG = LoggerFactory.getLogger(RekeyedTask.class);
  private static final String FOREIGN = "not-rekeyed";

  private final Lease lease;
  private final RekeyedCodec codec;
  private final SourceProgress progress;
  private final NewSources newSources;
  private final Holes holes;
  private final int[] flushTimeColumns;
  private final RowBuilder builder;
  private final SilverPart silver;
  private final Counters counters;
  private boolean foreignSeen;

  /**
   * @param flushTimeColumns silver's columns that hold the time of the flush
   * @param builder for rows of silver
   */
  RekeyedTask(
      Lease lease,
      RekeyedCodec codec,
      SourceProgress progress,
      NewSources newSources,
      Holes holes,
      int[] flushTimeColumns,
      RowBuilder builder,
      SilverPart silver,
      Counters counters) {
    this.lease = lease;
    this.codec = codec;
    this.progress = progress;
    this.newSources = newSources;
    this.holes = holes;
    this.flushTimeColumns = flushTimeColumns.clone();
    this.builder = builder;
    this.silver = silver;
    this.counters = counters;
  }

  @Override
  public Lease lease() {
    return lease;
  }

  @Override
  public void take(SourceRecord record) {
    if (!lease.live() || record.offset() < silver.next()) {
      return;
    }
    codec.decode(record.value()).ifPresentOrElse(m -> take(m, record.offset()), this::foreign);
    lease.processedTo(record.offset() + 1);
  }

  private void take(RekeyedRecord message, long offset) {
    switch (progress.take(message)) {
      case NEXT -> {
        holes.closed(message.source());
        if (message.kind() != RekeyedRecord.Kind.NOTHING) {
          silver.take(meaning(message.kind()), stamped(message.row()), offset);
        }
      }
      case SEEN -> counters.seenAgain();
      case HOLE ->
          holes.found(
              message, progress.positions().get(message.source()), PartitionTask.monotonicMillis());
      case UNKNOWN -> begin(message, offset);
    }
  }

  private void begin(RekeyedRecord message, long offset) {
    if (newSources.begin(message.source())) {
      take(message, offset);
    } else {
      lease.fail("silver knows no position of source partition " + message.source(), null);
    }
  }

  private static Meaning meaning(RekeyedRecord.Kind kind) {
    return switch (kind) {
      case ROW -> Meaning.ROW;
      case DELETE -> Meaning.DELETE;
      case TOMBSTONE -> Meaning.TOMBSTONE;
      case NOTHING -> throw new IllegalArgumentException("it has no row");
    };
  }

  private RowBuilder stamped(Row row) {
    builder.clear();
    for (int column = 0; column < row.schema().size(); column++) {
      builder.copy(column, row, column);
    }
    for (int column : flushTimeColumns) {
      builder.setLong(column, silver.flushTime());
    }
    return builder;
  }

  private void foreign() {
    counters.fault(FOREIGN);
    if (!foreignSeen) {
      foreignSeen = true;
      LOG.warn(
          "re-keyed {}: there are messages that others sent, or that were sent for other columns;"
              + " they are left alone",
          lease);
    }
  }

  @Override
  public void tick() {
    silver.settle();
    if (!lease.live()) {
      return;
    }
    silver.expire();
    long now = PartitionTask.monotonicMillis();
    Optional<UserException> overdue = holes.overdue(now);
    if (overdue.isPresent()) {
      lease.fail(overdue.get().what(), overdue.get());
    } else if (silver.isDue(lease.processed(), now)) {
      silver.seal(lease.processed(), now);
    } else {
      silver.idle();
    }
  }

  @Override
  public void flush() {
    silver.settle();
    if (lease.live() && silver.isPending(lease.processed())) {
      silver.seal(lease.processed(), PartitionTask.monotonicMillis());
    }
  }
}
