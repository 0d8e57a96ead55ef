package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.ExitCode;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.error.UserException;
import io.alluvium.inspect.reset.Reset;
import io.alluvium.inspect.reset.ResetPlan;
import io.alluvium.inspect.reset.ResetTarget;
import io.alluvium.pipeline.GroupMembers;
import io.alluvium.pipeline.TopicFacts;
import io.alluvium.pipeline.TopicIdentity;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code reset}: moves the tables' position on purpose. */
@Command(
    name = "reset",
    description = {
      "Moves the tables' position, and says first what that will repeat or skip.",
      "Also the way on after the topic was created anew."
    },
    mixinStandardHelpOptions = true)
final class ResetCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "WHERE",
      converter = Target.class,
      description = {
        "earliest, latest, or the offset to be taken next;",
        "current leaves the positions, accepts tables that others took back and begins",
        "a silver without a position where bronze is."
      })
  private ResetTarget target;

  @Option(
      names = "--partition",
      paramLabel = "N",
      description = "Only this partition of the topic.")
  private Integer partition;

  @Option(names = "--yes", description = "Does it; without, it is only said.")
  private boolean yes;

  /** Reads {@code --to}. */
  static final class Target implements ITypeConverter<ResetTarget> {
    @Override
    public ResetTarget convert(String value) {
      if (value.equals("earliest")) {
        return new ResetTarget.Earliest();
      }
      if (value.equals("latest")) {
        return new ResetTarget.Latest();
      }
      if (value.equals("current")) {
        return new ResetTarget.Current();
      }
      if (value.matches("\\d{1,18}")) {
        return new ResetTarget.Offset(Long.parseLong(value));
      }
      throw new TypeConversionException(
          "'" + value + "' is neither earliest, latest nor current, nor an offset");
    }
  }

  @Override
  public Integer call() throws IOException {
    PipelineConfig config = pipeline.config();
    PrintWriter out = spec.commandLine().getOut();
    Optional<TopicFacts> topic = topic(config);
    checkGroups(config, topic);
    Reset reset = new Reset(config);
    ResetPlan plan =
        reset.plan(
            target,
            topic,
            partition == null ? OptionalInt.empty() : OptionalInt.of(partition),
            topic.isPresent() ? TopicIdentity.current(config) : OptionalLong.empty());
    plan.moves().forEach(move -> move.consequences().forEach(out::println));
    plan.acceptances().forEach(out::println);
    if (!yes && !plan.isNothing()) {
      out.println("nothing was done; --yes does it");
      out.flush();
      return ExitCode.USAGE.code();
    }
    reset.apply(plan, Clock.systemUTC());
    out.println(plan.isNothing() ? "nothing to do" : "done");
    out.flush();
    return 0;
  }

  /** The topic, without which only an offset can be gone to. */
  private Optional<TopicFacts> topic(PipelineConfig config) {
    try {
      return Optional.of(TopicFacts.ask(config));
    } catch (UserException e) {
      if (target.needsTopic()) {
        throw e;
      }
      spec.commandLine().getErr().println("alluvium: not checked: " + e.what() + ": " + e.why());
      return Optional.empty();
    }
  }

  private void checkGroups(PipelineConfig config, Optional<TopicFacts> topic) {
    config.groups().forEach(group -> checkGroup(config, group, topic));
  }

  private void checkGroup(PipelineConfig config, String group, Optional<TopicFacts> topic) {
    OptionalInt members =
        topic.isPresent() ? GroupMembers.count(config, group) : OptionalInt.empty();
    if (members.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              "alluvium: the broker doesn't tell whether the service runs: make sure that it"
                  + " doesn't");
    } else if (members.getAsInt() > 0) {
      throw UpkeepErrors.resetWhileRunning(group, members.getAsInt());
    }
  }
}
