package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.ExitCode;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.error.UserException;
import io.alluvium.inspect.rebuild.Rebuild;
import io.alluvium.inspect.rebuild.RebuildPlan;
import io.alluvium.inspect.rebuild.RebuildReport;
import io.alluvium.pipeline.GroupMembers;
import io.alluvium.pipeline.TopicFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rebuild}: makes silver anew. */
@Command(
    name = "rebuild",
    description = {
      "Makes silver anew of all that bronze holds, by the rules of the pipeline file, and says",
      "first what that will replace. The service goes on from there. Cut short, it goes on where it",
      "was when it is called again."
    },
    mixinStandardHelpOptions = true)
final class RebuildCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--into",
      paramLabel = "PATH",
      description = {
        "Makes a new table there; silver.path is left alone, and the service may run.",
        "Set silver.path to it afterwards."
      })
  private Path into;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "How many partitions the topic has, the re-keyed one if there is one, if the broker can't",
        "be asked."
      })
  private Integer partitions;

  @Option(names = "--yes", description = "Does it; without, it is only said.")
  private boolean yes;

  @Override
  public Integer call() throws IOException {
    if (partitions != null && partitions < 1) {
      throw new ParameterException(spec.commandLine(), "--partitions is at least 1");
    }
    PipelineConfig config =
        into == null
            ? pipeline.config()
            : pipeline.config(List.of("silver.path=" + into.toAbsolutePath().normalize()));
    int count = partitionCount(config);
    Rebuild rebuild = new Rebuild(config, Clock.systemUTC());
    RebuildPlan plan = rebuild.plan(count);
    if (into != null && plan.replaces()) {
      throw UpkeepErrors.rebuildIntoExisting(into.toString());
    }
    PrintWriter out = spec.commandLine().getOut();
    plan.consequences().forEach(out::println);
    plan.notices().forEach(notice -> out.println("note    " + notice));
    if (!yes) {
      out.println("nothing was done; --yes does it");
      out.flush();
      return ExitCode.USAGE.code();
    }
    out.flush();
    RebuildReport report =
        rebuild.run(plan, new RebuildProgressLine(config.name(), spec.commandLine().getErr()));
    print(report, out);
    return ExitCode.DONE.code();
  }

  /** Asks the broker, and whether anybody is at work; only a new table may be made meanwhile. */
  private int partitionCount(PipelineConfig config) {
    int count;
    try {
      count = TopicFacts.askOwning(config).partitionCount();
    } catch (UserException e) {
      if (partitions == null) {
        throw UpkeepErrors.partitionsUnknown(e);
      }
      warn(
          "not checked: " + e.what() + ": " + e.why() + "; make sure that the service doesn't run");
      return partitions;
    }
    if (into == null) {
      checkGroup(config);
    }
    return count;
  }

  private void checkGroup(PipelineConfig config) {
    for (String group : config.groups()) {
      OptionalInt members = GroupMembers.count(config, group);
      if (members.isEmpty()) {
        warn("the broker doesn't tell whether the service runs: make sure that it doesn't");
      } else if (members.getAsInt() > 0) {
        throw UpkeepErrors.rebuildWhileRunning(group, members.getAsInt());
      }
    }
  }

  private void warn(String message) {
    spec.commandLine().getErr().println("alluvium: " + message);
  }

  private static void print(RebuildReport report, PrintWriter out) {
    out.printf(
        "read    %,d rows of bronze version %d; %,d can't enter silver%n",
        report.read(), report.bronzeVersion(), report.incomplete());
    out.printf(
        "silver  version %d: %,d rows in %,d files, %,d deleted keys remembered%n",
        report.silverVersion(), report.keys(), report.files(), report.deletedKeys());
    out.printf("done    in %.1f s%n", report.took().toMillis() / 1e3);
    out.flush();
  }
}
