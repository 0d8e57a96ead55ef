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
import java.util.List;

/** The checks at the end of a demonstration: those of the Spark notebooks, then ours. */
final class DemoChecks {
  /** By the tables' configured names. */
  private static final List<String> QUERIES =
      List.of(
          "SELECT count(*) AS row_count, max(ingest_ts) AS last_ingest\nFROM %1$s;",
          "SELECT count(*) AS row_count, max(ingest_ts) AS last_ingest\nFROM %2$s;",
          """
          SELECT vehicleId, naptanId, lineId, direction, stationName, event_ts, expectedArrival
          FROM %2$s
          ORDER BY ingest_ts DESC
          LIMIT 5;""",
          """
          SELECT vehicleId, naptanId, lineId, direction, count(*) AS cnt
          FROM %2$s
          GROUP BY vehicleId, naptanId, lineId, direction
          HAVING count(*) > 1;""");

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
      for (String query : QUERIES) {
        String sql =
            query.formatted(config.bronze().table().name(), config.silver().table().name());
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
