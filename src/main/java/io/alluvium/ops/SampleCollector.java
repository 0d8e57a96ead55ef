package io.alluvium.ops;

import io.alluvium.pipeline.CommitMeter;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Puts samples of several pipelines together, a family a metric, as Prometheus wants them. */
final class SampleCollector implements MultiCollector {
  private final Supplier<List<PipelineSnapshot>> pipelines;

  /**
   * One pipeline at one moment.
   *
   * @param commits by table
   */
  record PipelineSnapshot(String name, List<Sample> samples, Map<String, CommitMeter> commits) {}

  SampleCollector(Supplier<List<PipelineSnapshot>> pipelines) {
    this.pipelines = pipelines;
  }

  @Override
  public MetricSnapshots collect() {
    List<PipelineSnapshot> all = pipelines.get();
    Map<AlluviumMetric, List<Labelled>> families = new EnumMap<>(AlluviumMetric.class);
    for (PipelineSnapshot pipeline : all) {
      for (Sample sample : pipeline.samples) {
        families
            .computeIfAbsent(sample.metric(), metric -> new ArrayList<>())
            .add(new Labelled(labels(pipeline.name, sample), sample.value()));
      }
    }
    List<MetricSnapshot> snapshots = new ArrayList<>();
    families.forEach((metric, values) -> snapshots.add(family(metric, values)));
    snapshots.add(commits(all));
    return new MetricSnapshots(snapshots);
  }

  private record Labelled(Labels labels, double value) {}

  private static Labels labels(String pipeline, Sample sample) {
    Labels labels = Labels.of("pipeline", pipeline);
    for (int i = 0; i < sample.labels().size(); i++) {
      labels = labels.add(sample.metric().labels().get(i), sample.labels().get(i));
    }
    return labels;
  }

  private static MetricSnapshot family(AlluviumMetric metric, List<Labelled> values) {
    if (metric.kind() == AlluviumMetric.Kind.GAUGE) {
      GaugeSnapshot.Builder gauge =
          GaugeSnapshot.builder().name(metric.family()).help(metric.help());
      values.forEach(
          one ->
              gauge.dataPoint(
                  GaugeSnapshot.GaugeDataPointSnapshot.builder()
                      .labels(one.labels)
                      .value(one.value)
                      .build()));
      return gauge.build();
    }
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name(metric.family()).help(metric.help());
    values.forEach(
        one ->
            counter.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(one.labels)
                    .value(one.value)
                    .build()));
    return counter.build();
  }

  private static MetricSnapshot commits(List<PipelineSnapshot> pipelines) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder()
            .name(AlluviumMetric.COMMITS.family())
            .help(AlluviumMetric.COMMITS.help());
    for (PipelineSnapshot pipeline : pipelines) {
      pipeline.commits.forEach(
          (table, meter) ->
              histogram.dataPoint(
                  HistogramSnapshot.HistogramDataPointSnapshot.builder()
                      .labels(Labels.of("pipeline", pipeline.name, "table", table))
                      .classicHistogramBuckets(buckets(meter))
                      .sum(meter.seconds())
                      .build()));
    }
    return histogram.build();
  }

  private static ClassicHistogramBuckets buckets(CommitMeter meter) {
    return ClassicHistogramBuckets.of(
        DoubleStream.concat(
                CommitMeter.BOUNDS.stream().mapToDouble(Double::doubleValue),
                DoubleStream.of(Double.POSITIVE_INFINITY))
            .toArray(),
        meter.buckets().stream().flatMapToLong(LongStream::of).toArray());
  }
}
