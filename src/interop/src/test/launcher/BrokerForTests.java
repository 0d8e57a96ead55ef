import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.alluvium.feed.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.LoggerFactory;

/**
 * A broker in a process of its own, started from this source against the packaged program's class
 * path. It takes {@code topic NAME PARTITIONS} and {@code publish TOPIC FIELD FILE} on standard
 * input, answers each with a line, and ends when standard input does, so also when its parent dies.
 *
 * <p>A file to publish has one value a line in Base64, {@code -} for null. The key is a JSON field.
 */
final class BrokerForTests {
  private BrokerForTests() {}

  public static void main(String[] args) throws Exception {
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        Producer<byte[], byte[]> producer = producer(broker)) {
      System.out.println("READY " + broker.bootstrapServers());
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        String[] words = line.split(" ", 4);
        switch (words[0]) {
          case "topic" -> broker.createTopic(words[1], Integer.parseInt(words[2]));
          case "publish" -> publish(producer, words[1], words[2], Path.of(words[3]));
          default -> throw new IllegalArgumentException(line);
        }
        System.out.println("DONE");
      }
    }
    System.exit(0);
  }

  private static Producer<byte[], byte[]> producer(EmbeddedBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "enable.metrics.push", "false",
            "linger.ms", "5"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void publish(
      Producer<byte[], byte[]> producer, String topic, String field, Path file) throws Exception {
    Pattern key = Pattern.compile("\"" + field + "\":\"?([^\",]*)");
    for (String line : Files.readAllLines(file)) {
      byte[] value = line.equals("-") ? null : Base64.getDecoder().decode(line);
      producer.send(new ProducerRecord<>(topic, key(key, value), value));
    }
    producer.flush();
  }

  private static byte[] key(Pattern pattern, byte[] value) {
    if (value == null) {
      return null;
    }
    Matcher field = pattern.matcher(new String(value, StandardCharsets.UTF_8));
    return field.find() ? field.group(1).getBytes(StandardCharsets.UTF_8) : null;
  }
}
