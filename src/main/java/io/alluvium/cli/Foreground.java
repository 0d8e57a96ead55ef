package io.alluvium.cli;

import io.alluvium.config.ManagementConfig;
import io.alluvium.ops.ManagementServer;
import io.alluvium.ops.PipelineHealth;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What stands around pipelines while they run in the foreground: the management port, one for all,
 * and the clean stop when the process is told to end.
 */
final class Foreground implements AutoCloseable {
  private final StopOnSignal signal;
  private final Optional<ManagementServer> management;

  private Foreground(StopOnSignal signal, Optional<ManagementServer> management) {
    this.signal = signal;
    this.management = management;
  }

  /**
   * Starts what stands around; the pipelines may be opened later.
   *
   * @param running what a signal stops
   */
  static Foreground start(
      List<PipelineHealth> pipelines,
      List<ManagementConfig> settings,
      List<? extends StopOnSignal.Stoppable> running,
      PrintWriter err) {
    OptionalInt port = ManagementConfig.port(settings);
    Optional<ManagementServer> management =
        port.isPresent()
            ? Optional.of(
                ManagementServer.start(
                    pipelines,
                    new InetSocketAddress(ManagementConfig.address(settings), port.getAsInt())))
            : Optional.empty();
    String names = pipelines.stream().map(PipelineHealth::name).collect(Collectors.joining(", "));
    management.ifPresent(
        server -> err.println(names + ": health and metrics at " + server.address()));
    return new Foreground(StopOnSignal.of(running), management);
  }

  @Override
  public void close() {
    signal.close();
    management.ifPresent(ManagementServer::close);
  }
}
