package io.alluvium.ops;

import io.alluvium.oci.logging.ShippedEntries;
import io.alluvium.ops.SampleCollector.PipelineSnapshot;
import io.alluvium.pipeline.PipelineService;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The metrics of the process and of its pipelines, those of a pipeline from when it is opened. */
final class ProcessMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbage = new JvmGcMetrics();
  private final List<Watched> pipelines;

  /**
   * @param background where the tables are looked at
   * @param pause the least time between two looks
   */
  ProcessMetrics(List<PipelineHealth> pipelines, Executor background, Duration pause) {
    this.pipelines =
        pipelines.stream().map(health -> new Watched(health, background, pause)).toList();
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    garbage.bindTo(registry);
    registry.getPrometheusRegistry().register(new SampleCollector(this::snapshots));
  }

  private synchronized List<PipelineSnapshot> snapshots() {
    return pipelines.stream().map(Watched::snapshot).toList();
  }

  /** All of them as they are now, as Prometheus reads them. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    garbage.close();
  }

  /** A pipeline's metrics, of which there are few before there is a service to count. */
  private static final class Watched {
    private final PipelineHealth health;
    private final Executor background;
    private final Duration pause;
    private PipelineService service;
    private TableSizeWatch sizes;

    Watched(PipelineHealth health, Executor background, Duration pause) {
      this.health = health;
      this.background = background;
      this.pause = pause;
    }

    PipelineSnapshot snapshot() {
      List<Sample> samples = new ArrayList<>();
      samples.add(Sample.of(AlluviumMetric.UP, health.isAlive() ? 1 : 0));
      samples.add(Sample.of(AlluviumMetric.READY, health.isReady() ? 1 : 0));
      ShippedEntries shipped = health.logEntries();
      samples.add(Sample.of(AlluviumMetric.LOG_ENTRIES, (double) shipped.sent(), "sent"));
      samples.add(Sample.of(AlluviumMetric.LOG_ENTRIES, (double) shipped.dropped(), "dropped"));
      samples.add(Sample.of(AlluviumMetric.LOG_ENTRIES, (double) shipped.failed(), "failed"));
      follow();
      if (service == null) {
        return new PipelineSnapshot(health.name(), samples, Map.of());
      }
      samples.addAll(PipelineSamples.of(service, sizes.sizes(), System.currentTimeMillis()));
      return new PipelineSnapshot(
          health.name(),
          samples,
          Map.of(
              PipelineSamples.BRONZE, service.counters().bronzeCommits(),
              PipelineSamples.SILVER, service.counters().silverCommits()));
    }

    private void follow() {
      PipelineService opened = health.service().orElse(null);
      if (opened != service) {
        service = opened;
        sizes = new TableSizeWatch(opened, background, pause);
      }
    }
  }
}
