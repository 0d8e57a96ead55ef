package io.alluvium.cli;

import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.maintain.Optimizers;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code optimize}: merges small files. */
@Command(
    name = "optimize",
    description = {
      "Merges a table's small files; no row changes. The service may run meanwhile.",
      "The files that were merged stay on disk until vacuum removes them."
    },
    mixinStandardHelpOptions = true)
final class OptimizeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Parameters(paramLabel = "TABLE", description = "bronze or silver.")
  private Table table;

  @Option(
      names = "--all",
      description = "Bronze: also table partitions that rows came to in the last five minutes.")
  private boolean all;

  private enum Table {
    BRONZE,
    SILVER
  }

  @Override
  public Integer call() throws IOException {
    if (all && table == Table.SILVER) {
      throw new ParameterException(
          spec.commandLine(), "--all is for bronze: of silver all is optimized anyway");
    }
    Optimizers optimizers = Optimizers.open(pipeline.config(), Clock.systemUTC());
    MergeReport report =
        switch (table) {
          case BRONZE -> optimizers.bronze(all ? Eagerness.ALL : Eagerness.CLOSED).run();
          case SILVER -> optimizers.silver().run();
        };
    PrintWriter out = spec.commandLine().getOut();
    if (report.commits() == 0) {
      out.println("nothing to merge");
    } else {
      out.printf(
          "merged %,d files (%,d bytes) into %,d (%,d bytes) in %,d commits%n",
          report.removedFiles(),
          report.removedBytes(),
          report.addedFiles(),
          report.addedBytes(),
          report.commits());
    }
    out.flush();
    return 0;
  }
}
