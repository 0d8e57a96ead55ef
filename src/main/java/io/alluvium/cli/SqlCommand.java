package io.alluvium.cli;

import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.print.OutputFormat;
import io.alluvium.inspect.sql.SqlSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sql}: one SELECT over the tables as they are now. */
@Command(
    name = "sql",
    description = "Answers a SELECT over the tables: bronze, silver, quarantine, or full names.",
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Parameters(paramLabel = "SELECT", description = "The query; DuckDB's dialect, times in UTC.")
  private String query;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json (an object a line) or csv.")
  private OutputFormat format;

  @Override
  public Integer call() throws IOException {
    try (SqlSession session = SqlSession.open(PipelineLogs.of(pipeline.config()))) {
      session.query(query, format.printer(spec.commandLine().getOut()));
    }
    return 0;
  }
}
