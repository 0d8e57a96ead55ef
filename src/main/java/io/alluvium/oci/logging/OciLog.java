package io.alluvium.oci.logging;

import com.oracle.bmc.loggingingestion.LoggingClient;
import com.oracle.bmc.loggingingestion.model.LogEntry;
import com.oracle.bmc.loggingingestion.model.LogEntryBatch;
import com.oracle.bmc.loggingingestion.model.PutLogsDetails;
import com.oracle.bmc.loggingingestion.requests.PutLogsRequest;
import com.oracle.bmc.model.BmcException;
import io.alluvium.error.OciErrors;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciClients;
import io.alluvium.oci.OciFailures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Date;
import java.util.List;

/** A custom log in OCI Logging (PutLogs, version 20200831 of the ingestion's API). */
public final class OciLog implements LogTarget {
  private static final String SPEC_VERSION = "1.0";
  private static final String TYPE = "io.alluvium.flush";

  private final LoggingClient client;
  private final String log;
  private final String source;
  private final String subject;

  private OciLog(LoggingClient client, String log, String source, String subject) {
    this.client = client;
    this.log = log;
    this.source = source;
    this.subject = subject;
  }

  /**
   * @param log its OCID
   * @param subject what the entries are about
   * @throws io.alluvium.error.UserException if there is no principal
   */
  public static OciLog open(OciAccess access, String log, String subject) {
    return new OciLog(
        OciClients.clientTryingOnce(LoggingClient.builder(), access, access.endpoints().logging()),
        log,
        host(),
        subject);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "alluvium";
    }
  }

  @Override
  public void put(List<LogLine> lines) throws IOException {
    LogEntryBatch batch =
        LogEntryBatch.builder()
            .entries(lines.stream().map(OciLog::entry).toList())
            .source(source)
            .type(TYPE)
            .subject(subject)
            .defaultlogentrytime(Date.from(lines.get(0).time()))
            .build();
    PutLogsDetails details =
        PutLogsDetails.builder().specversion(SPEC_VERSION).logEntryBatches(List.of(batch)).build();
    try {
      client.putLogs(PutLogsRequest.builder().logId(log).putLogsDetails(details).build());
    } catch (BmcException e) {
      if (OciFailures.isPassing(e)) {
        throw new IOException(OciFailures.reason(e), e);
      }
      throw OciErrors.logRefused(log, OciFailures.reason(e), e);
    }
  }

  private static LogEntry entry(LogLine line) {
    return LogEntry.builder().id(line.id()).data(line.data()).time(Date.from(line.time())).build();
  }

  @Override
  public void close() {
    client.close();
  }
}
