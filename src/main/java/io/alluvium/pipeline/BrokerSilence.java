package io.alluvium.pipeline;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Tells from what Kafka's consumers count that no broker is there. Without one the group's
 * coordinator isn't known, and without a coordinator no heartbeat is sent.
 */
final class BrokerSilence {
  /** Beyond the few seconds that a change of coordinators and new connections take. */
  static final Duration SILENT = Duration.ofSeconds(15);

  private static final String GROUP = "consumer-coordinator-metrics";
  private static final String HEARTBEAT = "last-heartbeat-seconds-ago";

  private BrokerSilence() {}

  /**
   * Why a stage can't do its work, or empty.
   *
   * @param interval of heartbeats
   */
  static Optional<String> of(
      String topic, Duration interval, Map<MetricName, ? extends Metric> metrics) {
    Duration most = SILENT.plus(interval.multipliedBy(2));
    return metrics.values().stream()
        .filter(metric -> isHeartbeat(metric.metricName()))
        .filter(metric -> metric.metricValue() instanceof Number)
        .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
        .filter(seconds -> seconds >= most.toSeconds())
        .max()
        .stream()
        .mapToObj(
            seconds -> "the brokers of " + topic + " have had no heartbeat for " + seconds + " s")
        .findFirst();
  }

  private static boolean isHeartbeat(MetricName name) {
    return name.name().equals(HEARTBEAT) && name.group().equals(GROUP);
  }
}
