package io.alluvium.testing;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.FeedPublisher;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of a test, and a way to fill it. */
public final class TestTopic {
  private static final Pattern VEHICLE = Pattern.compile("\"vehicleId\":\"([^\"]*)\"");

  private final EmbeddedBroker broker;
  private final String name;

  private TestTopic(EmbeddedBroker broker, String name) {
    this.broker = broker;
    this.name = name;
  }

  public static TestTopic create(EmbeddedBroker broker, String name, int partitions) {
    broker.createTopic(name, partitions);
    return new TestTopic(broker, name);
  }

  public String name() {
    return name;
  }

  /** Sends the values in order, keyed by vehicle, and waits for all of them. */
  public void send(List<byte[]> values) {
    send(values, TestTopic::vehicle);
  }

  /** Sends the values in order and waits for all of them. */
  public void send(List<byte[]> values, Function<byte[], byte[]> key) {
    send(
        producer -> {
          for (byte[] value : values) {
            var unused = producer.send(new ProducerRecord<>(name, key.apply(value), value));
          }
        });
  }

  private void send(Consumer<Producer<byte[], byte[]>> sending) {
    Map<String, Object> settings = new HashMap<>(FeedPublisher.PRODUCER_DEFAULTS);
    settings.put("bootstrap.servers", broker.bootstrapServers());
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      sending.accept(producer);
    }
  }

  /** Sends one record with these very bytes and this timestamp (-1 for none), and waits for it. */
  public void send(byte[] key, byte[] value, long timestamp) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(name, key, value) {
          @Override
          public Long timestamp() {
            return timestamp;
          }
        };
    send(
        producer -> {
          var unused = producer.send(record);
        });
  }

  private static byte[] vehicle(byte[] value) {
    return value == null ? null : firstGroup(VEHICLE, value);
  }

  /** Sends the values in order, keyed by a JSON field, and waits for all of them. */
  public void sendKeyedBy(String field, List<byte[]> values) {
    Pattern pattern = Pattern.compile("\"" + field + "\":\"?([^\",]*)");
    send(values, value -> firstGroup(pattern, value));
  }

  private static byte[] firstGroup(Pattern pattern, byte[] value) {
    Matcher matcher = pattern.matcher(new String(value, StandardCharsets.UTF_8));
    return matcher.find() ? matcher.group(1).getBytes(StandardCharsets.UTF_8) : null;
  }
}
