package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.ops.ManagementServer;
import io.alluvium.pipeline.PipelineService;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * What stands around a pipeline while it runs in the foreground: the progress line, the management
 * port, and the clean stop when the process is told to end.
 */
final class RunningPipeline implements AutoCloseable {
  private final StopOnSignal signal;
  private final ProgressLine progress;
  private final Optional<ManagementServer> management;

  private RunningPipeline(
      StopOnSignal signal, ProgressLine progress, Optional<ManagementServer> management) {
    this.signal = signal;
    this.progress = progress;
    this.management = management;
  }

  /** Starts the service and everything around it. */
  static RunningPipeline start(PipelineConfig config, PipelineService service, PrintWriter err) {
    Optional<ManagementServer> management =
        config.management().port().stream()
            .mapToObj(port -> ManagementServer.start(config.name(), service, port))
            .findFirst();
    management.ifPresent(
        server -> err.println(config.name() + ": health and metrics at " + server.address()));
    StopOnSignal signal = StopOnSignal.of(service);
    ProgressLine progress = ProgressLine.start(config.name(), service, err);
    service.start();
    return new RunningPipeline(signal, progress, management);
  }

  @Override
  public void close() {
    signal.close();
    progress.close();
    management.ifPresent(ManagementServer::close);
  }
}
