package io.alluvium.ops;

import io.alluvium.oci.logging.ShippedEntries;
import io.alluvium.pipeline.PipelineService;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The metrics of the process and of its pipelines, those of a pipeline from when it is opened. */
final class ProcessMetrics implements AutoCloseable {
  /** 1 while the pipeline hasn't ended, else 0. */
  static final String UP = "alluvium.up";

  /** Entries meant for OCI Logging, by {@code result}: sent, dropped or failed. */
  static final String LOG_ENTRIES = "alluvium.oci.log.entries";

  private static final Set<String> OF_THE_PROCESS = Set.of(UP, LOG_ENTRIES);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbage = new JvmGcMetrics();
  private final List<LateMetrics> pipelines;

  ProcessMetrics(List<PipelineHealth> pipelines) {
    this.pipelines = pipelines.stream().map(LateMetrics::new).toList();
    for (PipelineHealth pipeline : pipelines) {
      Gauge.builder(UP, pipeline, health -> health.isAlive() ? 1 : 0)
          .tag("pipeline", pipeline.name())
          .register(registry);
      logEntries(pipeline, "sent", ShippedEntries::sent);
      logEntries(pipeline, "dropped", ShippedEntries::dropped);
      logEntries(pipeline, "failed", ShippedEntries::failed);
    }
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    garbage.bindTo(registry);
  }

  private void logEntries(
      PipelineHealth pipeline, String result, ToDoubleFunction<ShippedEntries> count) {
    FunctionCounter.builder(LOG_ENTRIES, pipeline.logEntries(), count)
        .tag("pipeline", pipeline.name())
        .tag("result", result)
        .register(registry);
  }

  /** All of them as they are now, as Prometheus reads them. */
  synchronized String scrape() {
    pipelines.forEach(LateMetrics::refresh);
    return registry.scrape();
  }

  @Override
  public void close() {
    garbage.close();
  }

  /** A pipeline's metrics, which there are once there is a service to count. */
  private final class LateMetrics {
    private final PipelineHealth health;
    private PipelineService counted;
    private PipelineMetrics metrics;

    LateMetrics(PipelineHealth health) {
      this.health = health;
    }

    /** A pipeline that was opened again counts from zero, as after a start of the process. */
    void refresh() {
      PipelineService service = health.service().orElse(null);
      if (service != counted) {
        unbind();
        metrics = new PipelineMetrics(health.name(), service);
        metrics.bindTo(registry);
        counted = service;
      }
      if (metrics != null) {
        metrics.refresh();
      }
    }

    private void unbind() {
      registry.getMeters().stream()
          .map(Meter::getId)
          .filter(id -> health.name().equals(id.getTag("pipeline")))
          .filter(id -> !OF_THE_PROCESS.contains(id.getName()))
          .forEach(registry::remove);
    }
  }
}
