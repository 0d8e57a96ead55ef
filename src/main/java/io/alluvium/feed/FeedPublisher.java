package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.alluvium.error.TopicErrors;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends a feed's messages to a topic, in order, until the feed ends or a limit is reached. */
public final class FeedPublisher {
  /**
   * Producer settings for a feed; a user's own go on top. OCI Streaming rejects InitProducerId and
   * so needs idempotence off; without it, order holds only with one request in flight.
   */
  public static final Map<String, Object> PRODUCER_DEFAULTS =
      Map.of(
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1,
          ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false,
          ProducerConfig.ACKS_CONFIG, "all",
          ProducerConfig.LINGER_MS_CONFIG, 20,
          ProducerConfig.BATCH_SIZE_CONFIG, 262_144,
          ProducerConfig.MAX_BLOCK_MS_CONFIG, 15_000);

  private static final Duration LONGEST_POLL = Duration.ofMillis(200);
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final Publication publication;
  private final Consumer<Progress> listener;
  private final Pace pace;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private volatile boolean stopped;
  private long startNanos;
  private long reportedNanos;
  private long messages;
  private long bytes;

  /**
   * @param producer stays the caller's to close
   * @param listener called every few seconds on the publishing thread
   */
  public FeedPublisher(
      Producer<byte[], byte[]> producer, Publication publication, Consumer<Progress> listener) {
    this.producer = producer;
    this.publication = publication;
    this.listener = listener;
    this.pace = new Pace(publication.messagesPerSecond());
  }

  /**
   * Publishes and returns once everything that was sent is acknowledged.
   *
   * @throws io.alluvium.error.UserException when the topic doesn't take a message
   */
  public Progress publish(Feed feed) throws InterruptedException {
    startNanos = System.nanoTime();
    reportedNanos = startNanos;
    while (!feed.ended() && !done()) {
      for (Message message : feed.poll(shorter(LONGEST_POLL, remaining()))) {
        if (done()) {
          break;
        }
        pace.await();
        send(message);
      }
      report();
    }
    producer.flush();
    throwFailure();
    return progress();
  }

  /** Makes {@link #publish} come to its end soon; from any thread. */
  public void stop() {
    stopped = true;
  }

  private void send(Message message) {
    throwFailure();
    byte[] key = message.key() == null ? null : message.key().getBytes(UTF_8);
    var unused =
        producer.send(
            new ProducerRecord<>(publication.topic(), key, message.value()),
            (metadata, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
    messages++;
    bytes += message.value().length;
  }

  private boolean done() {
    return stopped || messages >= publication.count() || remaining().isNegative();
  }

  private Duration remaining() {
    return publication.duration().minus(elapsed());
  }

  private void report() {
    long now = System.nanoTime();
    if (now - reportedNanos >= PROGRESS_EVERY.toNanos()) {
      reportedNanos = now;
      listener.accept(progress());
    }
  }

  private Progress progress() {
    return new Progress(messages, bytes, elapsed());
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void throwFailure() {
    Exception exception = failure.get();
    if (exception != null) {
      throw TopicErrors.messageNotSent(publication.topic(), exception);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
