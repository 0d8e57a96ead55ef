package io.alluvium.cli;

import io.alluvium.error.ExitCode;
import io.alluvium.inspect.verify.Finding;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verify}: whether the tables hold what they should. */
@Command(
    name = "verify",
    description = "Checks offsets, keys, and silver against a fresh reduction of bronze.",
    mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private PipelineOptions pipeline;

  @Override
  public Integer call() throws IOException {
    VerificationReport report = Verification.of(pipeline.config()).run();
    print(report, spec.commandLine().getOut());
    return (report.right() ? ExitCode.DONE : ExitCode.WRONG_DATA).code();
  }

  /** The report for a person. */
  static void print(VerificationReport report, PrintWriter out) {
    out.printf(
        "bronze  version %d: %,d batches of %d partitions%n",
        report.bronzeVersion(), report.batches(), report.partitions());
    out.printf("silver  version %d: %,d rows%n", report.silverVersion(), report.silverRows());
    out.printf(
        "reduced %,d bronze rows to %,d keys; %,d rows can't enter silver%n",
        report.bronzeRows(), report.keys(), report.outOfSilver());
    report
        .incomplete()
        .forEach((column, count) -> out.printf("        %,d have no %s%n", count, column));
    report.notices().forEach(notice -> out.println("note    " + notice));
    for (Finding finding : report.findings()) {
      out.printf("WRONG   %,d %s%n", finding.count(), finding.kind().words());
      finding.examples().forEach(example -> out.println("        " + example));
      if (finding.count() > finding.examples().size()) {
        out.printf("        and %,d more%n", finding.count() - finding.examples().size());
      }
    }
    out.println(report.right() ? right(report) : "wrong   see above");
    out.flush();
  }

  private static String right(VerificationReport report) {
    String rows = "every key once, every row as bronze gives it";
    return report.followed()
        ? "right   every offset once, " + rows
        : "right   " + rows + "; whether bronze has every offset once can't be told";
  }
}
