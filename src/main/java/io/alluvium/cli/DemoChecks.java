package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.ExitCode;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.print.OutputFormat;
import io.alluvium.inspect.sql.SqlSession;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import java.io.IOException;
import java.io.PrintWriter;

/** The checks at the end of a demonstration: those of the Spark notebooks, then ours. */
final class DemoChecks {
  private final PipelineConfig config;
  private final PrintWriter out;

  DemoChecks(PipelineConfig config, PrintWriter out) {
    this.config = config;
    this.out = out;
  }

  /**
   * Prints the answers.
   *
   * @param fed how many messages bronze must hold
   * @return the exit code
   */
  int run(long fed) throws IOException {
    try (SqlSession session = SqlSession.open(PipelineLogs.of(config))) {
      for (String sql : new DemoQueries(config).all()) {
        out.println();
        out.println(sql);
        session.query(sql, OutputFormat.TABLE.printer(out));
      }
    }
    out.println();
    VerificationReport report = Verification.of(config).run();
    VerifyCommand.print(report, out);
    boolean complete = report.bronzeRows() == fed;
    out.printf("fed     %,d messages, %s%n", fed, complete ? "all of them in bronze" : "NOT ALL");
    out.flush();
    return (report.right() && complete ? ExitCode.DONE : ExitCode.WRONG_DATA).code();
  }
}
