package io.alluvium.cli;

import io.alluvium.config.LivePipeline;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: the service. */
@Command(
    name = "run",
    description = "Runs one pipeline or several until they are stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelinesOptions pipelines;

  @Option(
      names = "--once",
      description = "Takes what the topics hold now, makes it durable in the tables, and ends.")
  private boolean once;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    PipelineRun.Until until = once ? PipelineRun.Until.TAKEN : PipelineRun.Until.STOPPED;
    List<PipelineRun> runs =
        pipelines.parsed().stream()
            .map(parsed -> new PipelineRun(new LivePipeline(parsed), until, err))
            .toList();
    return new PipelineFleet(runs, PipelineFleet.PAUSE_BEFORE_RETRY, err).run().code();
  }
}
