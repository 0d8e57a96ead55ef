package io.alluvium.pipeline;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands between one stream thread and its consumer: offsets are committed only as far as both
 * tables hold everything, partitions begin where Delta says, and they end before somebody else
 * begins. Called on the stream thread only, through {@link GatedConsumer}.
 *
 * <p>Kafka Streams commits with {@code commitSync(Map)} on the commit interval, on revocation
 * before the partitions go, and on close. A {@link CommitFailedException} from there closes the
 * thread's tasks dirty and rejoins: the way back to what is durable. The leases are ended before it
 * is thrown, so that no batch of theirs commits later.
 */
final class ConsumerGate {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerGate.class);
  private static final Duration RUNNING_COMMIT = Duration.ofSeconds(30);

  private final String topic;
  private final Leasing office;
  private final Leases leases;
  private final Writers writers;
  private final RunControl control;
  private final Counters counters;
  private final FetchPace pace;
  private final Probe probe;

  private final Map<Integer, Lease> held = new HashMap<>();
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private boolean leaving;

  ConsumerGate(
      String topic,
      Leasing office,
      Leases leases,
      Writers writers,
      RunControl control,
      Counters counters,
      FetchPace pace,
      Probe probe) {
    this.topic = topic;
    this.office = office;
    this.leases = leases;
    this.writers = writers;
    this.control = control;
    this.counters = counters;
    this.pace = pace;
    this.probe = probe;
  }

  /** Commits what both tables hold of {@code requested}. */
  void commit(
      Map<TopicPartition, OffsetAndMetadata> requested,
      java.util.function.Consumer<Map<TopicPartition, OffsetAndMetadata>> delegate) {
    refuseIfFailed();
    Map<TopicPartition, OffsetAndMetadata> allowed =
        OffsetClamp.clamp(requested, this::durable, committed);
    if (allowed.isEmpty()) {
      return;
    }
    probe.at(Step.OFFSETS_COMMITTING);
    try {
      delegate.accept(allowed);
    } catch (TimeoutException e) {
      // While partitions go, Streams would drop kept tasks and continue at the consumer's position.
      throw leaving ? giveUp("the offset commit timed out during a rebalance", e) : e;
    } catch (CommitFailedException e) {
      throw giveUp("the group has moved on without this consumer", e);
    }
    allowed.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    probe.at(Step.OFFSETS_COMMITTED);
  }

  private Long durable(TopicPartition partition) {
    Lease lease = held.get(partition.partition());
    return lease == null ? null : lease.durable();
  }

  private void refuseIfFailed() {
    for (Lease lease : held.values()) {
      Lease.Ending.Failed failure = lease.failure();
      if (failure != null) {
        throw userError(failure.cause())
            .<RuntimeException>map(user -> user)
            .orElseGet(() -> giveUp(lease + ": " + failure.reason(), failure.cause()));
      }
      if (!lease.live() && !leaving) {
        // Another thread of this process, late with an old assignment, began where this one is.
        throw giveUp(lease + " was begun again elsewhere", null);
      }
    }
  }

  /** What only a person can mend must reach one instead of being tried for ever. */
  private static Optional<UserException> userError(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UserException user) {
        return Optional.of(user);
      }
    }
    return Optional.empty();
  }

  private CommitFailedException giveUp(String reason, Throwable cause) {
    LOG.warn("starting again from what is durable: {}", reason);
    counters.restarted();
    end(held.values(), new Lease.Ending.Failed(reason, cause));
    return new CommitFailedException(reason);
  }

  /** Partitions came: reads their positions and puts the consumer there. */
  void assigned(Collection<TopicPartition> partitions, Consumer<byte[], byte[]> consumer) {
    if (partitions.isEmpty()) {
      return;
    }
    SourceAccess source = new ConsumerSource(consumer, topic);
    for (TopicPartition partition : partitions) {
      Lease lease = open(partition.partition(), source);
      lease.limitTo(control.limit(partition.partition()));
      leases.begin(lease);
      held.put(partition.partition(), lease);
      consumer.seek(partition, lease.position());
      LOG.info("{} begins", lease);
    }
    probe.at(Step.ASSIGNED);
  }

  private Lease open(int partition, SourceAccess source) {
    try {
      return office.open(partition, source);
    } catch (IOException e) {
      throw new KafkaException("the tables' positions can't be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while the tables' positions were read", e);
    }
  }

  /**
   * Partitions go: cancels their batches, waits for the running commit, then lets Streams commit
   * what is durable and close their tasks.
   */
  void revoked(Collection<TopicPartition> partitions, Runnable delegate) {
    probe.at(Step.REVOKING);
    end(held(partitions), new Lease.Ending.Revoked());
    probe.at(Step.REVOKED);
    leaving = true;
    try {
      delegate.run();
    } finally {
      leaving = false;
      forget(partitions);
    }
  }

  /** Partitions are gone already: whatever is under way must not commit. */
  void lost(Collection<TopicPartition> partitions, Runnable delegate) {
    end(held(partitions), new Lease.Ending.Failed("the partition was lost", null));
    forget(partitions);
    delegate.run();
  }

  private void end(Collection<Lease> some, Lease.Ending how) {
    leases.end(some, how);
    awaitQuiet(some);
  }

  private void awaitQuiet(Collection<Lease> ended) {
    try {
      if (!writers.awaitQuiet(ended, RUNNING_COMMIT)) {
        LOG.warn("a commit is still running for {}; the tables' positions fence it", ended);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> held.remove(partition.partition()));
    committed.keySet().removeAll(partitions);
  }

  private List<Lease> held(Collection<TopicPartition> partitions) {
    return partitions.stream()
        .map(partition -> held.get(partition.partition()))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Before the consumer is asked for records. */
  void polling(Consumer<byte[], byte[]> consumer) {
    pace.await();
    if (control.draining()) {
      consumer.pause(consumer.assignment());
    }
  }

  /** After records were handed to Streams: notes how far the consumer is. */
  void polled(ConsumerRecords<?, ?> records, Consumer<byte[], byte[]> consumer) {
    if (!records.isEmpty()) {
      pace.taken();
    }
    for (TopicPartition partition : records.partitions()) {
      List<? extends ConsumerRecord<?, ?>> some = records.records(partition);
      Lease lease = held.get(partition.partition());
      if (lease != null) {
        lease.handedOutTo(some.get(some.size() - 1).offset() + 1);
      }
    }
    for (TopicPartition partition : new ArrayList<>(consumer.assignment())) {
      Lease lease = held.get(partition.partition());
      if (lease != null && lease.live()) {
        note(partition, lease, consumer);
      }
    }
  }

  private static void note(TopicPartition partition, Lease lease, Consumer<?, ?> consumer) {
    try {
      long position = consumer.position(partition, Duration.ZERO);
      lease.receivedTo(
          position, consumer.currentLag(partition).orElse(-1), System.currentTimeMillis());
    } catch (TimeoutException e) {
      // The broker is being asked whether the position still holds; the next poll tells.
    }
  }

  /**
   * The consumer is being closed: nothing that is left may commit. What became durable since
   * Streams committed last is told to Kafka, for whoever watches the lag; Delta knows it anyway.
   */
  void closing(java.util.function.Consumer<Map<TopicPartition, OffsetAndMetadata>> delegate) {
    Map<TopicPartition, OffsetAndMetadata> reached = new HashMap<>();
    for (Lease lease : held.values()) {
      if (lease.live()) {
        reached.put(
            new TopicPartition(topic, lease.partition()), new OffsetAndMetadata(lease.durable()));
      }
    }
    end(held.values(), new Lease.Ending.Revoked());
    leaving = true;
    try {
      commit(reached, delegate);
    } catch (KafkaException | UserException e) {
      // Whatever ended a lease: a consumer that isn't closed stays a member of the group.
      LOG.info("the last offsets weren't committed: {}", e.toString());
    }
    held.clear();
  }
}
