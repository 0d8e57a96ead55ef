package io.alluvium.pipeline;

import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.pipeline.ForwardBatch.Message;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.rekey.RekeyedCodec;
import io.alluvium.rekey.RekeyedRecord;
import io.alluvium.rekey.RekeyedRecord.Kind;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gathers a source partition's rows for the re-keyed topic. Of each partition there it knows what
 * was sent last, so that messages follow each other without a gap; a batch ends with a message to
 * those that got no row, so that all learn how far the source partition has come. For the stream
 * thread.
 */
final class ForwardBuffer implements SilverPart {
  private final Lease lease;
  private final KeyBytes keys;
  private final RekeyedCodec codec;
  private final Duration interval;
  private final Clock clock;
  private final Consumer<ForwardBatch> out;
  private final long[] covered;

  private List<Message> messages = new ArrayList<>();
  private long bytes;
  private long next;
  private long openedAt;

  /**
   * @param lease whose silver position is the smallest of all partitions of the re-keyed topic
   * @param partitions of the re-keyed topic
   */
  ForwardBuffer(
      Lease lease,
      KeyBytes keys,
      RekeyedCodec codec,
      int partitions,
      Duration interval,
      Clock clock,
      Consumer<ForwardBatch> out) {
    this.lease = lease;
    this.keys = keys;
    this.codec = codec;
    this.interval = interval;
    this.clock = clock;
    this.out = out;
    this.next = lease.silverDurable();
    this.covered = new long[partitions];
    Arrays.fill(covered, next);
    this.openedAt = PartitionTask.monotonicMillis();
  }

  @Override
  public long next() {
    return next;
  }

  /** Of the moment: whoever flushes the row puts his own time into it. */
  @Override
  public long flushTime() {
    return clock.millis() * 1_000;
  }

  @Override
  public void take(Meaning meaning, RowBuilder silverRow, long offset) {
    switch (meaning) {
      case INCOMPLETE -> throw new IllegalArgumentException("it means nothing");
      case ROW -> add(Kind.ROW, silverRow.build(), offset);
      case DELETE -> add(Kind.DELETE, silverRow.build(), offset);
      case TOMBSTONE -> add(Kind.TOMBSTONE, silverRow.build(), offset);
    }
  }

  private void add(Kind kind, Row row, long offset) {
    byte[] key = keys.of(row);
    add(KeyBytes.partition(key, covered.length), key, kind, row, offset + 1);
  }

  private void add(int partition, byte[] key, Kind kind, Row row, long to) {
    byte[] value =
        codec.encode(
            new RekeyedRecord(lease.id(), lease.partition(), covered[partition], to, kind, row));
    Message message = new Message(partition, key, value, to - 1);
    messages.add(message);
    bytes += message.sizeInBytes();
    covered[partition] = to;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void settle() {}

  @Override
  public void expire() {}

  @Override
  public boolean isDue(long processed, long nowMillis) {
    if (!isPending(processed)) {
      openedAt = nowMillis;
    }
    return nowMillis - openedAt >= interval.toMillis();
  }

  @Override
  public boolean isPending(long processed) {
    return processed > next;
  }

  @Override
  public void seal(long processed, long nowMillis) {
    for (int partition = 0; partition < covered.length; partition++) {
      if (covered[partition] < processed) {
        add(partition, null, Kind.NOTHING, null, processed);
      }
    }
    out.accept(new ForwardBatch(lease, next, processed, messages, bytes));
    messages = new ArrayList<>();
    bytes = 0;
    next = processed;
    openedAt = nowMillis;
  }

  @Override
  public void idle() {}
}
