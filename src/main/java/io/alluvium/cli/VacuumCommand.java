package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.storage.StoredFile;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.maintain.Vacuum;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code vacuum}: removes files of no use. */
@Command(
    name = "vacuum",
    description = {
      "Removes files that no version of a table within the retention refers to.",
      "Older versions can't be read afterwards. The service may run meanwhile."
    },
    mixinStandardHelpOptions = true)
final class VacuumCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..*",
      description = "bronze, silver, quarantine; all of them if left out.")
  private List<Table> tables = new ArrayList<>();

  @Option(names = "--dry-run", description = "Only lists what would go.")
  private boolean dryRun;

  @Option(
      names = "--retention",
      paramLabel = "SPAN",
      converter = SpanConverter.class,
      description =
          "How long what was removed is kept, such as 7d; if left out, the table's"
              + " delta.deletedFileRetentionDuration, a week by default.")
  private Duration retention;

  @Option(
      names = "--force",
      description = "Takes a retention so short that a commit under way could lose its files.")
  private boolean force;

  private enum Table {
    BRONZE,
    SILVER,
    QUARANTINE
  }

  @Override
  public Integer call() throws IOException {
    PipelineConfig config = pipeline.config();
    Vacuum vacuum =
        new Vacuum(config, force ? Vacuum.Safety.FORCED : Vacuum.Safety.CHECKED, Clock.systemUTC());
    Map<String, ReadOnlyLog> logs = PipelineLogs.of(config).byName();
    Set<Table> wanted = tables.isEmpty() ? EnumSet.allOf(Table.class) : EnumSet.copyOf(tables);
    for (Table table : wanted) {
      String name = table.name().toLowerCase(Locale.ROOT);
      vacuum(vacuum, name, logs.get(name));
    }
    return 0;
  }

  private void vacuum(Vacuum vacuum, String name, ReadOnlyLog log) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<Vacuum.TablePlan> found = vacuum.plan(log, Optional.ofNullable(retention));
    if (found.isEmpty()) {
      out.printf("%-10s  no table yet%n", name);
      return;
    }
    Vacuum.TablePlan plan = found.get();
    if (dryRun) {
      plan.plan().files().stream().map(StoredFile::path).sorted().forEach(out::println);
    } else {
      vacuum.apply(log, plan);
    }
    out.printf(
        "%-10s  %,d files, %,d bytes %s; kept what was removed in the last %s%n",
        name,
        plan.plan().files().size(),
        plan.plan().bytes(),
        dryRun ? "would go" : "removed",
        text(plan.retention()));
    out.flush();
  }

  private static String text(Duration span) {
    return span.toDays() > 1
        ? span.toDays() + " days"
        : span.toHours() > 0 ? span.toHours() + " h" : span.toMillis() + " ms";
  }
}
