package io.alluvium.pipeline;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Brings timestamps through Streams, which drops records with a negative one (RecordQueue): these
 * lose their sign, which puts them more than a hundred million years ahead, and get it back.
 */
final class RecordTime implements TimestampExtractor {
  private static final long SIGN = Long.MIN_VALUE;
  private static final long FIRST_WITHOUT_SIGN = 1L << 62;

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return record.timestamp() & ~SIGN;
  }

  /** The record's timestamp, from what {@link #extract} made of it; milliseconds. */
  static long original(long extracted) {
    return extracted >= FIRST_WITHOUT_SIGN ? extracted | SIGN : extracted;
  }
}
