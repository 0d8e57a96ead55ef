package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.KeyedArrivals;
import io.alluvium.testing.TestPipeline;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyTestDriver;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology in Kafka's test driver, on real tables. */
class TopologyTest {
  private static final SourceAccess ONE_PARTITION = new FixedSource(0, 0);

  @TempDir private Path directory;

  @Test
  void recordsLandInBothTablesWhenTheirFlushesAreDue() throws Exception {
    // Given
    TestPipeline test = test();
    Pipeline pipeline = pipeline(test);
    KeyedArrivals arrivals =
        new KeyedArrivals(1, 10, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofSeconds(1));
    Lease lease = pipeline.office().open(0, ONE_PARTITION);
    pipeline.leases().begin(lease);
    pipeline.writers().start();

    // When
    try (Writers writers = pipeline.writers();
        TopologyTestDriver driver = new TopologyTestDriver(pipeline.topology(), settings(test))) {
      TestInputTopic<byte[], byte[]> topic =
          driver.createInputTopic("topic", new ByteArraySerializer(), new ByteArraySerializer());
      for (int i = 0; i < 50; i++) {
        topic.pipeInput(new byte[0], arrivals.next().value());
      }
      Awaitility.await()
          .until(
              () -> {
                driver.advanceWallClockTime(Duration.ofMillis(50));
                return lease.durable() == 50;
              });
    }

    // Then
    assertThat(test.bronzeRows()).hasSize(50);
    assertThat(test.silverRows()).hasSize(10);
    assertThat(pipeline.counters().records()).isEqualTo(50);
  }

  @Test
  void nothingIsKeptInKafka() throws Exception {
    // Given
    Pipeline pipeline = pipeline(test());

    // When
    TopologyDescription topology = pipeline.topology().describe();

    // Then: one source, no sink, so no internal topic; and a store that is never logged
    List<TopologyDescription.Node> nodes =
        topology.subtopologies().stream().flatMap(s -> s.nodes().stream()).toList();
    assertThat(nodes).noneMatch(node -> node instanceof TopologyDescription.Sink);
    assertThat(nodes)
        .filteredOn(node -> node instanceof TopologyDescription.Source)
        .singleElement()
        .satisfies(
            node ->
                assertThat(((TopologyDescription.Source) node).topicSet())
                    .containsExactly("topic"));
    assertThat(new LatestStoreBuilder<Void>("latest", () -> null).loggingEnabled()).isFalse();
  }

  private TestPipeline test() {
    return TestPipeline.tfl(
        "localhost:1",
        "topic",
        directory,
        "bronze.flush-interval=100ms",
        "silver.flush-interval=200ms");
  }

  private static Pipeline pipeline(TestPipeline test) throws Exception {
    return new Pipeline(
        test.config(),
        test.tables(),
        RunControl.endless(),
        Clock.systemUTC(),
        Probe.NONE,
        FlushJournal.NONE,
        new BackgroundWork(Runnable::run, Runnable::run),
        OptionalInt.empty());
  }

  private Properties settings(TestPipeline test) {
    Properties settings = StreamsSettings.streams(test.config(), "t");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.resolve("state").toString());
    return settings;
  }
}
