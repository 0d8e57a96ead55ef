package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.Message;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends a feed at a steady pace on a thread of its own, never further than it is allowed to, and
 * writes down what the broker acknowledges.
 */
final class LedgerProducer implements AutoCloseable {
  private static final int BURST = 50;

  private final String topic;
  private final Ledger ledger;
  private final Iterator<Message> feed;
  private final Duration burstPause;
  private final Producer<byte[], byte[]> producer;
  private final Thread thread;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile long allowed;
  private volatile boolean closed;
  private long sent;

  LedgerProducer(
      String bootstrapServers, String topic, Ledger ledger, Iterator<Message> feed, int perSecond) {
    this.topic = topic;
    this.ledger = ledger;
    this.feed = feed;
    this.burstPause = Duration.ofSeconds(1).multipliedBy(BURST).dividedBy(perSecond);
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "enable.metrics.push", "false",
                "acks", "all",
                // A new partition that isn't ready refuses a first batch and takes the second: with
                // several under way the first one then stays out of order for ever.
                "max.in.flight.requests.per.connection", "1",
                "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.thread = new Thread(this::run, "ledger-producer");
    this.thread.setDaemon(true);
    this.thread.start();
  }

  /** Lets it go on until so many records have been sent in all. */
  void allow(long records) {
    allowed = records;
  }

  private void run() {
    try {
      while (!closed) {
        for (int i = 0; i < BURST && sent < allowed; i++) {
          Message message = feed.next();
          byte[] key = message.key() == null ? null : message.key().getBytes(UTF_8);
          send(new ProducerRecord<>(topic, key, message.value()));
        }
        Thread.sleep(burstPause.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.set(e);
    }
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    sent++;
    var unused =
        producer.send(
            record,
            (metadata, error) -> {
              if (error != null) {
                failure.set(error);
              } else {
                ledger.acknowledged(metadata.partition(), metadata.offset(), record.value());
              }
            });
  }

  /**
   * Ends the sending, with a record for each partition that changes silver: its position then
   * follows at once, and not by a commit of its own minutes later.
   */
  void finish() throws InterruptedException {
    close();
    assertThat(failure.get()).as("the producer").isNull();
  }

  @Override
  public void close() throws InterruptedException {
    if (closed) {
      return;
    }
    closed = true;
    thread.join();
    for (int partition = 0; partition < ledger.partitionCount(); partition++) {
      send(new ProducerRecord<>(topic, partition, null, last(partition).getBytes(UTF_8)));
    }
    producer.close(Duration.ofSeconds(60));
  }

  private static String last(int partition) {
    return """
        {"vehicleId":"last-%d","naptanId":"n","lineId":"l","direction":"inbound",\
        "timestamp":"2026-03-30T00:00:00.1234567Z","timeToStation":1}"""
        .formatted(partition);
  }
}
