package io.alluvium.cli;

import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.TableHistory;
import io.alluvium.inspect.print.OutputFormat;
import io.alluvium.inspect.print.RowPrinter;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history}: what a table's commits say of themselves. */
@Command(
    name = "history",
    description = "Shows a table's versions, newest first, as far back as its log goes.",
    mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {
  private static final int WIDEST = 100;

  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Parameters(paramLabel = "TABLE", description = "bronze, silver or quarantine.")
  private Table table;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json (an object a line) or csv.")
  private OutputFormat format;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many versions at most; 20 if left out.")
  private int limit;

  /** Which table. */
  private enum Table {
    BRONZE,
    SILVER,
    QUARANTINE
  }

  @Override
  public Integer call() throws IOException {
    List<TableHistory.Entry> entries = TableHistory.read(log(), limit);
    RowPrinter printer = format.printer(spec.commandLine().getOut(), WIDEST);
    printer.header(List.of("version", "timestamp", "operation", "parameters", "metrics", "engine"));
    entries.forEach(entry -> printer.row(row(entry)));
    printer.end();
    return 0;
  }

  private ReadOnlyLog log() {
    PipelineLogs logs = PipelineLogs.of(pipeline.config());
    return switch (table) {
      case BRONZE -> logs.bronze();
      case SILVER -> logs.silver();
      case QUARANTINE -> logs.quarantine();
    };
  }

  private static List<Object> row(TableHistory.Entry entry) {
    List<Object> row = new ArrayList<>();
    row.add(entry.version());
    row.add(LocalDateTime.ofInstant(Instant.ofEpochMilli(entry.time()), ZoneOffset.UTC));
    row.add(entry.operation());
    row.add(entry.parameters());
    row.add(entry.metrics());
    row.add(entry.engine());
    return row;
  }
}
