package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerSilenceTest {
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final Map<MetricName, Metric> metrics = new HashMap<>();

  private void count(String client, String name, Object value) {
    MetricName metricName =
        new MetricName(name, "consumer-coordinator-metrics", "", Map.of("client-id", client));
    metrics.put(
        metricName,
        new Metric() {
          @Override
          public MetricName metricName() {
            return metricName;
          }

          @Override
          public Object metricValue() {
            return value;
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "20, false", "21, true", "400, true"})
  void isToldAfterAWhile(double seconds, boolean told) {
    // Given
    count("one", "last-heartbeat-seconds-ago", 1.0);
    count("two", "last-heartbeat-seconds-ago", seconds);
    count("two", "last-poll-seconds-ago", 1_000.0);

    // When
    var silence = BrokerSilence.of("arrivals", INTERVAL, metrics);

    // Then
    assertThat(silence.isPresent()).isEqualTo(told);
  }

  @Test
  void saysOfWhichTopicAndForHowLong() {
    // Given
    count("one", "last-heartbeat-seconds-ago", 61.0);

    // When
    var silence = BrokerSilence.of("arrivals", INTERVAL, metrics);

    // Then
    assertThat(silence).contains("the brokers of arrivals have had no heartbeat for 61 s");
  }
}
