package io.alluvium.cli;

import io.alluvium.inspect.Status;
import io.alluvium.inspect.print.OutputFormat;
import io.alluvium.inspect.print.RowPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code status}: how far the pipeline has come. */
@Command(
    name = "status",
    description = "Shows durable offsets, lag, table versions, files and sizes.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json (an object a line, tables first) or csv.")
  private OutputFormat format;

  @Override
  public Integer call() throws IOException {
    Status status = Status.read(pipeline.config());
    PrintWriter out = spec.commandLine().getOut();
    RowPrinter tables = format.printer(out);
    tables.header(
        List.of(
            "table",
            "name",
            "version",
            "committed",
            "operation",
            "files",
            "bytes",
            "rows",
            "log_bytes"));
    status.tables().forEach(table -> tables.row(row(table)));
    tables.end();
    RowPrinter partitions = format.printer(out);
    partitions.header(List.of("partition", "bronze", "silver", "topic_end", "lag", "group_offset"));
    status.partitions().forEach(partition -> partitions.row(row(partition)));
    partitions.end();
    if (!status.rekeyed().isEmpty()) {
      RowPrinter rekeyed = format.printer(out);
      rekeyed.header(List.of("rekeyed_partition", "silver", "topic_end", "lag", "group_offset"));
      status.rekeyed().forEach(partition -> rekeyed.row(row(partition)));
      rekeyed.end();
    }
    if (status.brokerProblem() != null) {
      spec.commandLine().getErr().println("alluvium: " + status.brokerProblem());
    }
    return 0;
  }

  private static List<Object> row(Status.TableStatus table) {
    return Arrays.asList(
        table.shortName(),
        table.name(),
        table.version(),
        table.time() == null
            ? null
            : LocalDateTime.ofInstant(Instant.ofEpochMilli(table.time()), ZoneOffset.UTC),
        table.operation(),
        table.files(),
        table.bytes(),
        table.rows(),
        table.logBytes());
  }

  private static List<Object> row(Status.RekeyedStatus partition) {
    return Arrays.asList(
        partition.partition(),
        partition.silver(),
        partition.end(),
        partition.lag(),
        partition.committed());
  }

  private static List<Object> row(Status.PartitionStatus partition) {
    return Arrays.asList(
        partition.partition(),
        partition.bronze(),
        partition.silver(),
        partition.end(),
        partition.lag(),
        partition.committed());
  }
}
