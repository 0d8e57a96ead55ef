package io.alluvium.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.alluvium.feed.EmbeddedBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedCommandIT {
  private static EmbeddedBroker broker;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void replaysAFileByteForByte() throws IOException {
    // Given
    byte[] lines = "{\"vehicleId\":\"A\"}\r\n\n\u00ff\u0000\n".getBytes(ISO_8859_1);
    Path file = Files.write(directory.resolve("lines.ndjson"), lines);

    // When
    int code = feed("replayed", "--replay", file.toString());

    // Then
    assertThat(code).as(err.toString()).isZero();
    assertThat(records("replayed"))
        .extracting(record -> new String(record.value(), ISO_8859_1))
        .containsExactly("{\"vehicleId\":\"A\"}\r", "\u00ff\u0000");
    assertThat(out.toString()).contains("sent 2 messages", "1 empty lines skipped");
  }

  @Test
  void keysAPipelinesMessagesByTheFirstFieldOfItsKey() throws IOException {
    // Given
    Path file =
        Files.writeString(
            directory.resolve("lines.ndjson"), "{\"item_seq\":2,\"order_id\":\"o1\"}\n{}\n");

    // When
    int code =
        execute(
            "feed",
            "-c",
            "config/order-items.yaml",
            "--set",
            "kafka.bootstrap.servers=" + broker.bootstrapServers(),
            "--set",
            "source.topic=lines",
            "--partitions",
            "1",
            "--replay",
            file.toString());

    // Then
    assertThat(code).as(err.toString()).isZero();
    assertThat(records("lines"))
        .extracting(record -> record.key() == null ? null : new String(record.key(), UTF_8))
        .containsExactly("o1", null);
    assertThat(out.toString()).contains("1 without order_id, so without a record key");
  }

  @Test
  void simulatesTheNumberAskedForRepeatably() {
    // Given
    String[] options = {
      "--simulate",
      "--vehicles",
      "20",
      "--count",
      "500",
      "--rate",
      "0",
      "--start",
      "2026-01-01T08:00:00Z"
    };
    feed("simulated-1", options);

    // When
    int code = feed("simulated-2", options);

    // Then
    assertThat(code).as(err.toString()).isZero();
    List<String> messages = texts("simulated-1");
    assertThat(messages).hasSize(500);
    assertThat(texts("simulated-2")).isEqualTo(messages);
  }

  @Test
  void sendsTheVehicleAsRecordKey() {
    // Given
    String vehicle = "\"vehicleId\":\"%s\"";

    // When
    feed("keyed", "--simulate", "--keys", "40", "--count", "80", "--rate", "0");

    // Then
    assertThat(records("keyed"))
        .hasSize(80)
        .allSatisfy(
            record ->
                assertThat(new String(record.value(), UTF_8))
                    .contains(vehicle.formatted(new String(record.key(), UTF_8))));
  }

  @Test
  void pollsTflUntilTheTimeIsUp() throws IOException {
    // Given
    HttpServer tfl =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = "[{\"vehicleId\":\"1\",\"timeToStation\":5}]".getBytes(UTF_8);
    tfl.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    tfl.start();
    String url = "http://127.0.0.1:" + tfl.getAddress().getPort();

    // When
    int code =
        feed("polled", "--poll", "24", "--tfl-url", url, "--interval", "50ms", "--for", "1s");

    // Then
    tfl.stop(0);
    assertThat(code).as(err.toString()).isZero();
    assertThat(texts("polled")).containsExactly("{\"vehicleId\":\"1\",\"timeToStation\":5}");
  }

  @Test
  void takesTheTopicFromThePipelineFile() {
    // Given
    String servers = "kafka.bootstrap.servers=" + broker.bootstrapServers();

    // When
    int code =
        execute(
            "feed",
            "-c",
            "config/tfl.yaml",
            "--set",
            servers,
            "--set",
            "source.topic=piped",
            "--partitions",
            "2",
            "--simulate",
            "--count",
            "100",
            "--rate",
            "0");

    // Then
    assertThat(code).as(err.toString()).isZero();
    assertThat(records("piped")).hasSize(100).anyMatch(record -> record.partition() == 1);
  }

  @Test
  void topicThatIsNotThereFails() {
    // Given
    String[] target = {"--bootstrap-servers", broker.bootstrapServers(), "--topic", "missing"};

    // When
    int code = execute(concat("feed", target, "--simulate", "--count", "1"));

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("topic missing");
  }

  @Test
  void contradictionsAreUsageErrors() {
    // Given
    String[] target = {"--bootstrap-servers", "localhost:1", "--topic", "t"};

    // When
    List<Integer> codes =
        List.of(
            execute(concat("feed", target)),
            execute(concat("feed", target, "--simulate", "--replay", "f")),
            execute(concat("feed", target, "--replay", "f", "--seed", "1")),
            execute(concat("feed", target, "--simulate", "--vehicles", "1", "--keys", "1")),
            execute(concat("feed", target, "--simulate", "--vehicles", "0")),
            execute(concat("feed", target, "--simulate", "--for", "soon")),
            execute(concat("feed", target, "--simulate", "--rate", "-1")),
            execute(concat("feed", target, "--simulate", "-c", "config/tfl.yaml")),
            execute("feed", "--simulate"),
            execute("feed", "--simulate", "--bootstrap-servers", "no-port", "--topic", "t"));

    // Then
    assertThat(codes).containsOnly(2);
  }

  private int feed(String topic, String... options) {
    String[] target = {
      "--bootstrap-servers", broker.bootstrapServers(), "--topic", topic, "--partitions", "1"
    };
    return execute(concat("feed", target, options));
  }

  private int execute(String... arguments) {
    return new CommandLineFactory(new PrintWriter(out, true), new PrintWriter(err, true))
        .create()
        .execute(arguments);
  }

  private static String[] concat(String verb, String[] target, String... options) {
    return Stream.of(Stream.of(verb), Stream.of(target), Stream.of(options))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }

  private static List<String> texts(String topic) {
    return records(topic).stream().map(record -> new String(record.value(), UTF_8)).toList();
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long all = consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
      while (records.size() < all) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }
}
