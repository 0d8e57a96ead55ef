package io.alluvium.pipeline;

import io.alluvium.error.RekeyErrors;
import io.alluvium.pipeline.ForwardBatch.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Sends rows to the re-keyed topic, in order, once bronze holds them; a source partition has come
 * as far as all brokers in charge have acknowledged. The producer tries again until the storage
 * deadline; then the lease fails, and its successor sends again from where silver is. What may
 * still arrive late is known there by its offsets. Called by the writer's thread.
 */
final class RekeySender implements BatchWriter.Work<ForwardBatch>, AutoCloseable {
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final String topic;
  private final Supplier<Producer<byte[], byte[]>> connect;
  private final Duration deadline;
  private final BufferBudget budget;
  private final Counters counters;
  private final Probe probe;
  private Producer<byte[], byte[]> producer;

  /**
   * @param connect makes a producer that keeps the order of what it sends
   */
  RekeySender(
      String topic,
      Supplier<Producer<byte[], byte[]>> connect,
      Duration deadline,
      BufferBudget budget,
      Counters counters,
      Probe probe) {
    this.topic = topic;
    this.connect = connect;
    this.deadline = deadline;
    this.budget = budget;
    this.counters = counters;
    this.probe = probe;
  }

  /** A batch that is with the producer, and what went wrong with it, null if nothing yet. */
  private record Sending(ForwardBatch batch, AtomicReference<Exception> failure) {}

  @Override
  public void commit(List<ForwardBatch> batches) throws InterruptedException {
    try {
      List<Sending> all = new ArrayList<>();
      for (ForwardBatch batch : batches) {
        if (isReady(batch)) {
          all.add(send(batch));
        }
      }
      if (!all.isEmpty()) {
        producer().flush();
        probe.at(Step.REKEYED);
        all.forEach(this::settle);
      }
    } catch (InterruptException e) {
      // Kafka's own has set the flag, which whoever catches the other expects not to be.
      Thread.interrupted();
      throw new InterruptedException(e.getMessage());
    } finally {
      batches.forEach(this::released);
    }
  }

  private boolean isReady(ForwardBatch batch) throws InterruptedException {
    boolean durable = batch.lease().awaitBronze(batch.to(), deadline);
    if (!durable) {
      batch.lease().fail("bronze didn't become durable before the deadline", null);
    }
    probe.at(Step.REKEYING);
    return durable && batch.lease().live();
  }

  private Sending send(ForwardBatch batch) {
    Sending sending = new Sending(batch, new AtomicReference<>());
    for (Message message : batch.messages()) {
      if (sending.failure.get() != null || !batch.lease().live()) {
        break;
      }
      var unused =
          producer()
              .send(
                  new ProducerRecord<>(topic, message.partition(), message.key(), message.value()),
                  (metadata, failure) -> {
                    if (failure != null) {
                      sending.failure.compareAndSet(null, explained(failure, batch, message));
                    }
                  });
    }
    return sending;
  }

  private Exception explained(Exception failure, ForwardBatch batch, Message message) {
    if (failure instanceof RecordTooLargeException) {
      return RekeyErrors.tooLarge(
          topic, batch.lease().partition(), message.offset(), message.value().length, failure);
    }
    return failure instanceof AuthorizationException
        ? RekeyErrors.writeDenied(topic, failure)
        : failure;
  }

  /** A lease that ended meanwhile may have left messages out. */
  private void settle(Sending sending) {
    Lease lease = sending.batch.lease();
    Exception failure = sending.failure.get();
    if (failure != null) {
      lease.fail("rows can't be sent to " + topic + ": " + failure, failure);
    } else if (lease.live()) {
      lease.silverReached(sending.batch.to());
      counters.rekeyed(sending.batch.messages().size());
    }
  }

  private Producer<byte[], byte[]> producer() {
    if (producer == null) {
      producer = connect.get();
    }
    return producer;
  }

  @Override
  public void released(ForwardBatch batch) {
    budget.released(batch.bytes());
  }

  /** After the writer's thread has ended. */
  @Override
  public void close() {
    if (producer != null) {
      try {
        producer.close(CLOSING);
      } catch (KafkaException e) {
        // Nothing waits for what was not acknowledged: it is sent again.
        producer = null;
      }
    }
  }
}
