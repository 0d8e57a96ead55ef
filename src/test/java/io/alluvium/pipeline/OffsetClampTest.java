package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OffsetClampTest {
  private static final TopicPartition P0 = new TopicPartition("t", 0);
  private static final TopicPartition P1 = new TopicPartition("t", 1);

  @Property
  void nothingPassesWhatIsDurable(
      @ForAll @LongRange(min = 0, max = 50) long requested,
      @ForAll @LongRange(min = 0, max = 50) long durable,
      @ForAll @LongRange(min = -1, max = 50) long committed) {
    // Given
    Map<TopicPartition, OffsetAndMetadata> request = Map.of(P0, new OffsetAndMetadata(requested));

    // When
    Map<TopicPartition, OffsetAndMetadata> allowed =
        OffsetClamp.clamp(request, p -> durable, Map.of(P0, committed));

    // Then
    long next = Math.min(requested, durable);
    if (next == committed) {
      assertThat(allowed).isEmpty();
    } else {
      assertThat(allowed).containsOnly(Map.entry(P0, new OffsetAndMetadata(next)));
    }
  }

  @Test
  void aPartitionOfWhichNothingIsKnownIsLeftOut() {
    // Given
    Map<TopicPartition, OffsetAndMetadata> request = new HashMap<>();
    request.put(P0, new OffsetAndMetadata(10));
    request.put(P1, new OffsetAndMetadata(10));

    // When
    Map<TopicPartition, OffsetAndMetadata> allowed =
        OffsetClamp.clamp(request, p -> p.equals(P0) ? 7L : null, Map.of());

    // Then
    assertThat(allowed).containsOnly(Map.entry(P0, new OffsetAndMetadata(7)));
  }
}
