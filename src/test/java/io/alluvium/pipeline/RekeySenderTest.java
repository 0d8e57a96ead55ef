package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.pipeline.ForwardBatch.Message;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class RekeySenderTest {
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(
          true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
  private final Lease lease = new Lease(0, 1, 0, 0, 0);
  private final ForwardBatch batch =
      new ForwardBatch(lease, 0, 5, List.of(new Message(0, new byte[1], new byte[1], 4)), 100);

  private RekeySender sender() {
    return new RekeySender(
        "rekeyed",
        () -> producer,
        Duration.ofMillis(20),
        new BufferBudget(1_000),
        new Counters(),
        Probe.NONE);
  }

  @Test
  void nothingIsSentThatBronzeDoesNotHold() throws InterruptedException {
    // Given
    lease.bronzeReached(4);

    // When
    sender().commit(List.of(batch));

    // Then
    assertThat(producer.history()).isEmpty();
    assertThat(lease.failure().reason()).contains("bronze didn't become durable");
    assertThat(lease.silverDurable()).isZero();
  }

  @Test
  void whatBronzeHoldsIsSentAndCounts() throws InterruptedException {
    // Given
    lease.bronzeReached(5);

    // When
    sender().commit(List.of(batch));

    // Then
    assertThat(producer.history()).hasSize(1);
    assertThat(lease.live()).isTrue();
    assertThat(lease.silverDurable()).isEqualTo(5);
  }
}
