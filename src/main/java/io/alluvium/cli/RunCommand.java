package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.Errors;
import io.alluvium.error.ExitCode;
import io.alluvium.pipeline.GroupMembers;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.Probe;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: the service. */
@Command(
    name = "run",
    description = "Runs the pipeline until it is stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--once",
      description = "Takes what the topic holds now, makes it durable in both tables, and ends.")
  private boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PipelineConfig config = pipeline.config();
    return once ? runOnce(config) : runOn(config);
  }

  private int runOn(PipelineConfig config) throws IOException, InterruptedException {
    PipelineService service = PipelineService.open(config, Clock.systemUTC(), Probe.NONE);
    try (RunningPipeline running = start(config, service)) {
      service.awaitEnd();
    } finally {
      service.close();
    }
    return ExitCode.DONE.code();
  }

  private int runOnce(PipelineConfig config) throws IOException, InterruptedException {
    GroupMembers.refuseIfShared(config);
    PipelineService service = PipelineService.openOnce(config, Clock.systemUTC(), Probe.NONE);
    boolean durable = false;
    try (RunningPipeline running = start(config, service)) {
      service.awaitTaken();
      durable = service.stop();
    } finally {
      service.close();
    }
    if (!durable) {
      throw Errors.notDurable(config.name(), config.limits().storageDeadline());
    }
    return ExitCode.DONE.code();
  }

  private RunningPipeline start(PipelineConfig config, PipelineService service) {
    return RunningPipeline.start(config, service, spec.commandLine().getErr());
  }
}
