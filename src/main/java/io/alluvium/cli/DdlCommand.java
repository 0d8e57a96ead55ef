package io.alluvium.cli;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.TableDdl;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ddl}: how a catalog comes to know the tables. */
@Command(
    name = "ddl",
    description = "Prints statements that register the tables in a catalog where they lie.",
    mixinStandardHelpOptions = true)
final class DdlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Option(
      names = "--for",
      paramLabel = "ENGINE",
      defaultValue = "spark",
      description = "spark or trino.")
  private Engine engine;

  /** Whose dialect. */
  private enum Engine {
    SPARK,
    TRINO
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (ReadOnlyLog log : PipelineLogs.of(pipeline.config()).byName().values()) {
      TableDdl ddl = ddl(log.spec(), log.find());
      out.print(engine == Engine.SPARK ? ddl.spark() : ddl.trino());
    }
    out.flush();
    return 0;
  }

  /** The table's own columns if it exists, else the configuration's. */
  private static TableDdl ddl(TableSpec spec, Optional<TableSnapshot> table) {
    return new TableDdl(
        spec.name(),
        spec.path(),
        table.map(TableSnapshot::schema).orElse(spec.schema()),
        table.map(TableSnapshot::partitionColumns).orElse(spec.partitionColumns()));
  }
}
