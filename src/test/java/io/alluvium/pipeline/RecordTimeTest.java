package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

class RecordTimeTest {
  private static final long A_HUNDRED_MILLION_YEARS = 3_155_760_000_000_000_000L;

  @Property
  void everyTimestampComesThroughStreamsAndBack(
      @ForAll @LongRange(min = -A_HUNDRED_MILLION_YEARS, max = A_HUNDRED_MILLION_YEARS)
          long timestamp) {
    // Given
    ConsumerRecord<Object, Object> record =
        new ConsumerRecord<>(
            "topic",
            0,
            0,
            timestamp,
            TimestampType.CREATE_TIME,
            0,
            0,
            null,
            null,
            new RecordHeaders(),
            Optional.empty());

    // When
    long extracted = new RecordTime().extract(record, 0);

    // Then
    assertThat(extracted).isNotNegative();
    assertThat(RecordTime.original(extracted)).isEqualTo(timestamp);
  }
}
