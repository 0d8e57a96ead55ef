package io.alluvium.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * A few of the hundreds of metrics that Kafka's clients have: one series a topic and stream thread
 * of each, however many partitions and brokers there are.
 */
final class KafkaSamples {
  private static final Pattern THREAD = Pattern.compile("-StreamThread-(\\d+)(-consumer)?$");
  private static final double UNCHANGED = 1;
  private static final double MILLIS = 1e-3;

  /** Kafka's name of one of ours, and by what its values are to be multiplied. */
  private record Chosen(AlluviumMetric metric, String group, String name, double factor) {}

  private static final List<Chosen> CHOSEN =
      List.of(
          fetching(AlluviumMetric.KAFKA_RECORDS, "records-consumed-total", UNCHANGED),
          fetching(AlluviumMetric.KAFKA_BYTES, "bytes-consumed-total", UNCHANGED),
          fetching(AlluviumMetric.KAFKA_FETCH, "fetch-latency-avg", MILLIS),
          consumer(AlluviumMetric.KAFKA_CONNECTIONS, "connection-count"),
          consumer(AlluviumMetric.KAFKA_POLLED, "last-poll-seconds-ago"),
          group(AlluviumMetric.KAFKA_HEARTBEAT, "last-heartbeat-seconds-ago"),
          group(AlluviumMetric.KAFKA_REBALANCES, "rebalance-total"),
          thread(AlluviumMetric.KAFKA_PROCESS, "process-ratio"),
          thread(AlluviumMetric.KAFKA_POLL, "poll-ratio"));

  private KafkaSamples() {}

  private static Chosen fetching(AlluviumMetric metric, String name, double factor) {
    return new Chosen(metric, "consumer-fetch-manager-metrics", name, factor);
  }

  private static Chosen consumer(AlluviumMetric metric, String name) {
    return new Chosen(metric, "consumer-metrics", name, UNCHANGED);
  }

  private static Chosen group(AlluviumMetric metric, String name) {
    return new Chosen(metric, "consumer-coordinator-metrics", name, UNCHANGED);
  }

  private static Chosen thread(AlluviumMetric metric, String name) {
    return new Chosen(metric, "stream-thread-metrics", name, UNCHANGED);
  }

  /**
   * The chosen ones that have a value.
   *
   * @param byTopic what the clients that read a topic count
   */
  static List<Sample> of(Map<String, Map<MetricName, ? extends Metric>> byTopic) {
    List<Sample> samples = new ArrayList<>();
    byTopic.forEach(
        (topic, metrics) ->
            metrics.forEach(
                (name, metric) ->
                    CHOSEN.stream()
                        .filter(chosen -> isIt(chosen, name))
                        .forEach(chosen -> add(samples, chosen, topic, metric))));
    return samples;
  }

  /** Those with further tags are about a partition or a broker. */
  private static boolean isIt(Chosen chosen, MetricName name) {
    return name.name().equals(chosen.name)
        && name.group().equals(chosen.group)
        && name.tags().size() == 1;
  }

  private static void add(List<Sample> samples, Chosen chosen, String topic, Metric metric) {
    Matcher thread = THREAD.matcher(metric.metricName().tags().values().iterator().next());
    if (thread.find()
        && metric.metricValue() instanceof Number number
        && Double.isFinite(number.doubleValue())) {
      samples.add(
          Sample.of(chosen.metric, number.doubleValue() * chosen.factor, topic, thread.group(1)));
    }
  }
}
