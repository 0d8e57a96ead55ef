package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.testing.TestPipeline;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "max.partition.fetch.bytes",
    "consumer.max.partition.fetch.bytes",
    "main.consumer.max.partition.fetch.bytes"
  })
  void whatTheFileSaysOfFetchesHoldsHoweverItIsAddressed(String key) {
    // Given
    Properties settings = settings("kafka." + key + "=1048576");

    // When
    Map<String, Object> consumer =
        new StreamsConfig(settings).getMainConsumerConfigs("group", "client", 1);

    // Then
    assertThat(consumer).containsEntry("max.partition.fetch.bytes", "1048576");
  }

  @Test
  void ofItselfItAsksForLargeFetches() {
    // Given
    Properties settings = settings();

    // When
    Map<String, Object> consumer =
        new StreamsConfig(settings).getMainConsumerConfigs("group", "client", 1);

    // Then
    assertThat(consumer).containsEntry("max.partition.fetch.bytes", 8 << 20);
  }

  private static Properties settings(String... overrides) {
    // Another file than TfL's, which writes the key.
    TestPipeline pipeline =
        TestPipeline.of("patients", "host:1", "topic", Path.of("/nowhere"), overrides);
    return StreamsSettings.streams(pipeline.config(), "group");
  }
}
