package io.alluvium.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.alluvium.error.UserException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
  @Test
  void deliversWhatWasProduced() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      // Given
      broker.createTopic("arrivals", 2);

      // When
      produce(broker, "arrivals", "one", "two");

      // Then
      assertThat(consume(broker, "arrivals", 2)).containsExactlyInAnyOrder("one", "two");
    }
  }

  @Test
  void startsAgainOnTheSameDirectoryAndPort(@TempDir Path directory) throws Exception {
    // Given
    BrokerOptions options = BrokerOptions.temporary().withDataDirectory(directory);
    int port;
    try (EmbeddedBroker first = EmbeddedBroker.start(options)) {
      port = first.port();
      first.createTopic("arrivals", 1);
      produce(first, "arrivals", "before");
    }

    // When
    try (EmbeddedBroker second = EmbeddedBroker.start(options.withPort(port))) {
      produce(second, "arrivals", "after");

      // Then
      assertThat(second.port()).isEqualTo(port);
      assertThat(consume(second, "arrivals", 2)).containsExactly("before", "after");
    }
  }

  @Test
  void twoInOneProcessLeaveEachOtherAlone() throws Exception {
    try (EmbeddedBroker one = EmbeddedBroker.start()) {
      // Given
      one.createTopic("arrivals", 1);
      EmbeddedBroker other = EmbeddedBroker.start();
      other.createTopic("arrivals", 1);
      produce(one, "arrivals", "of one");
      produce(other, "arrivals", "of other");
      List<String> inOther = consume(other, "arrivals", 1);

      // When
      other.close();

      // Then
      produce(one, "arrivals", "later");
      assertThat(inOther).containsExactly("of other");
      assertThat(consume(one, "arrivals", 2)).containsExactly("of one", "later");
    }
  }

  @Test
  void closeLeavesNeitherThreadsNorDirectories() throws Exception {
    // Given
    EmbeddedBroker.start().close(); // What a first start leaves for the life of the JVM.
    Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
    Set<Path> directoriesBefore = temporaryDirectories();
    EmbeddedBroker broker = EmbeddedBroker.start();
    broker.createTopic("arrivals", 1);
    produce(broker, "arrivals", "one");
    assertThat(temporaryDirectories()).hasSize(directoriesBefore.size() + 1);

    // When
    broker.close();

    // Then
    assertThat(temporaryDirectories()).isEqualTo(directoriesBefore);
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !threadsBefore.contains(thread))
                    .isEmpty());
  }

  @Test
  void takenPortIsReportedAndLeavesNothing() throws Exception {
    Set<Path> directoriesBefore = temporaryDirectories();
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      // Given
      BrokerOptions options = BrokerOptions.temporary().withPort(taken.getLocalPort());

      // When
      assertThatThrownBy(() -> EmbeddedBroker.start(options))

          // Then
          .isInstanceOf(UserException.class)
          .hasMessageContaining("port " + taken.getLocalPort());
    }
    assertThat(temporaryDirectories()).isEqualTo(directoriesBefore);
  }

  @Test
  void brokerPropertiesCanBeOverridden() throws Exception {
    // Given
    BrokerOptions options =
        BrokerOptions.temporary().withProperties(Map.of("auto.create.topics.enable", "true"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {

      // When
      produce(broker, "made-by-itself", "one");

      // Then
      assertThat(consume(broker, "made-by-itself", 1)).containsExactly("one");
    }
  }

  private static void produce(EmbeddedBroker broker, String topic, String... values)
      throws Exception {
    Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Producer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, value)).get();
      }
    }
  }

  private static List<String> consume(EmbeddedBroker broker, String topic, int count) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "auto.offset.reset",
            "earliest",
            "group.id",
            "test");
    List<String> values = new ArrayList<>();
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                return values.size() >= count;
              });
    }
    return values;
  }

  private static Set<Path> temporaryDirectories() throws Exception {
    try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return entries
          .filter(path -> path.getFileName().toString().startsWith("alluvium-broker-"))
          .collect(Collectors.toSet());
    }
  }
}
