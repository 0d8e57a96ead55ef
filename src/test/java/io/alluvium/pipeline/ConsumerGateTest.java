package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.error.TableErrors;
import io.alluvium.error.UserException;
import io.alluvium.testing.TestPipeline;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate lets through, and when it gives up; two gates are two stream threads. */
class ConsumerGateTest {
  private static final TopicPartition PARTITION = new TopicPartition("topic", 0);

  @TempDir private Path directory;
  private Pipeline pipeline;
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

  @BeforeEach
  void open() throws Exception {
    TestPipeline test = TestPipeline.tfl("localhost:1", "topic", directory);
    pipeline =
        new Pipeline(
            test.config(),
            test.tables(),
            RunControl.endless(),
            Clock.systemUTC(),
            Probe.NONE,
            FlushJournal.NONE,
            new BackgroundWork(Runnable::run, Runnable::run),
            OptionalInt.empty());
  }

  @Test
  void offsetsPassAsFarAsBothTablesAre() {
    // Given
    ConsumerGate gate = assigned();
    lease().bronzeReached(70);
    lease().silverReached(40);

    // When
    gate.commit(offset(90), committed::putAll);

    // Then
    assertThat(committed).isEqualTo(offset(40));
  }

  @Test
  void aThreadThatIsLateWithAnOldAssignmentMakesTheOtherStartAgain() {
    // Given: the partition has moved from a thread that still opens it to one that has it
    ConsumerGate owner = assigned();
    final Lease lost = lease();
    final ConsumerGate late = assigned();

    // When
    var commit = assertThatThrownBy(() -> owner.commit(offset(1), committed::putAll));
    late.lost(List.of(PARTITION), () -> {});
    owner.lost(List.of(PARTITION), () -> {});
    owner.assigned(List.of(PARTITION), consumer());

    // Then
    commit.isInstanceOf(CommitFailedException.class).hasMessageContaining("begun again");
    assertThat(lost.live()).isFalse();
    assertThat(lease().live()).isTrue();
    assertThat(committed).isEmpty();
  }

  @Test
  void whatIsDurableIsCommittedWhileThePartitionGoes() {
    // Given
    ConsumerGate gate = assigned();
    final Lease lease = lease();
    lease.bronzeReached(70);
    lease.silverReached(70);

    // When
    gate.revoked(List.of(PARTITION), () -> gate.commit(offset(90), committed::putAll));

    // Then
    assertThat(committed).isEqualTo(offset(70));
    assertThat(lease.live()).isFalse();
    assertThat(pipeline.leases().all()).isEmpty();
  }

  @Test
  void whatIsDurableIsCommittedAtTheClose() {
    // Given
    ConsumerGate gate = assigned();
    lease().bronzeReached(70);
    lease().silverReached(70);

    // When
    gate.closing(committed::putAll);

    // Then
    assertThat(committed).isEqualTo(offset(70));
    assertThat(pipeline.leases().all()).isEmpty();
  }

  @Test
  void aConsumerIsClosedWhateverEndedItsLease() {
    // Given
    ConsumerGate gate = assigned();
    UserException error = TableErrors.tableAppendOnly("silver", "/silver");
    lease().fail("the writer failed", error);
    assertThatThrownBy(() -> gate.commit(offset(1), committed::putAll)).isSameAs(error);

    // When
    gate.closing(committed::putAll);

    // Then
    assertThat(committed).isEmpty();
    assertThat(pipeline.leases().all()).isEmpty();
  }

  @Test
  void aFailedLeaseIsGivenUpAtTheNextCommit() {
    // Given
    ConsumerGate gate = assigned();
    lease().fail("storage is down", null);

    // When
    var commit = assertThatThrownBy(() -> gate.commit(offset(1), committed::putAll));

    // Then
    commit.isInstanceOf(CommitFailedException.class).hasMessageContaining("storage is down");
    assertThat(committed).isEmpty();
  }

  @Test
  void aConsumerThatIsClosedLooksForItsCoordinatorFirst() {
    // Given: its connection is lost, so that a leave would go nowhere
    List<String> calls = new ArrayList<>();
    MockConsumer<byte[], byte[]> delegate =
        new MockConsumer<>("none") {
          @Override
          public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
              Set<TopicPartition> partitions, Duration timeout) {
            calls.add("committed");
            throw new TimeoutException("nor does it come back");
          }

          @Override
          public void close(CloseOptions options) {
            calls.add("close");
          }
        };
    Consumer<byte[], byte[]> consumer = GatedConsumer.wrap(delegate, pipeline.gate());

    // When
    consumer.close();

    // Then
    assertThat(calls).containsExactly("committed", "close");
  }

  private ConsumerGate assigned() {
    ConsumerGate gate = pipeline.gate();
    gate.assigned(List.of(PARTITION), consumer());
    return gate;
  }

  private Lease lease() {
    return pipeline.leases().current(0);
  }

  private static Map<TopicPartition, OffsetAndMetadata> offset(long offset) {
    return Map.of(PARTITION, new OffsetAndMetadata(offset));
  }

  private static MockConsumer<byte[], byte[]> consumer() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    Node node = new Node(1, "localhost", 1);
    consumer.updatePartitions(
        "topic", List.of(new PartitionInfo("topic", 0, node, new Node[0], new Node[0])));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 100L));
    consumer.assign(List.of(PARTITION));
    return consumer;
  }
}
