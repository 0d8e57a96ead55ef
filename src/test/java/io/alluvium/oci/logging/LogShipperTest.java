package io.alluvium.oci.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.oci.OciFault;
import io.alluvium.oci.OciRequest;
import io.alluvium.oci.OciResponse;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries on their way to OCI Logging: the SDK, signatures that are checked, and faults. */
class LogShipperTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LOG = "ocid1.log.oc1..flushes";
  private static final String PUSH = "/20200831/logs/" + LOG + "/actions/push";

  @TempDir Path directory;
  private final ShippedEntries counts = new ShippedEntries();
  private final OciUser user = OciUser.create();
  private OciServer server;

  @BeforeEach
  void start() {
    server = OciServer.start(user);
    server.handle(PUSH, request -> Optional.of(OciResponse.empty(200)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private LogShipper shipper(LogShipper.Bounds bounds) {
    OciLog log = OciLog.open(user.access(directory, server), LOG, "tfl");
    return LogShipper.start("shipper", log, bounds, counts);
  }

  private static LogShipper.Bounds bounds(int waiting, int entries, int bytes) {
    return new LogShipper.Bounds(
        waiting,
        entries,
        bytes,
        Duration.ofMillis(50),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofSeconds(30),
        Duration.ofSeconds(10));
  }

  private static LogLine line(int number) {
    return new LogLine("id-" + number, Instant.ofEpochSecond(number), "{\"n\":" + number + "}");
  }

  private static void offer(LogShipper shipper, int from, int to) {
    IntStream.range(from, to).forEach(i -> shipper.offer(line(i)));
  }

  /** The ids of what the server was sent, by request. */
  private List<List<String>> ids() {
    List<List<String>> ids = new ArrayList<>();
    for (OciRequest request : server.requests()) {
      List<String> batch = new ArrayList<>();
      entries(request).forEach(entry -> batch.add(entry.get("id").asText()));
      ids.add(batch);
    }
    return ids;
  }

  private static JsonNode entries(OciRequest request) {
    return json(request).get("logEntryBatches").get(0).get("entries");
  }

  private static JsonNode json(OciRequest request) {
    try {
      return JSON.readTree(request.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void sendsWhatTheApiAsksFor() throws Exception {
    // Given
    LogShipper shipper = shipper(bounds(10, 10, 10_000));

    // When
    shipper.offer(line(7));
    shipper.close();

    // Then
    JsonNode body = json(server.requests().get(0));
    JsonNode batch = body.get("logEntryBatches").get(0);
    JsonNode entry = batch.get("entries").get(0);
    assertThat(server.requests().get(0).target()).isEqualTo(PUSH);
    assertThat(body.get("specversion").asText()).isEqualTo("1.0");
    assertThat(batch.get("subject").asText()).isEqualTo("tfl");
    assertThat(batch.get("type").asText()).isEqualTo("io.alluvium.flush");
    assertThat(batch.get("source").asText()).isNotBlank();
    assertThat(batch.get("defaultlogentrytime").asText()).startsWith("1970-01-01T00:00:07");
    assertThat(entry.get("id").asText()).isEqualTo("id-7");
    assertThat(entry.get("data").asText()).isEqualTo("{\"n\":7}");
    assertThat(entry.get("time").asText()).startsWith("1970-01-01T00:00:07");
    assertThat(counts.sent()).isEqualTo(1);
  }

  @Test
  void batchesAreBoundedAndInOrder() throws Exception {
    // Given
    LogShipper shipper = shipper(bounds(100, 4, 10_000));

    // When
    offer(shipper, 0, 10);
    shipper.close();

    // Then
    assertThat(ids().stream().flatMap(List::stream).toList())
        .isEqualTo(IntStream.range(0, 10).mapToObj(i -> "id-" + i).toList());
    assertThat(ids()).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(4));
    assertThat(counts.sent()).isEqualTo(10);
  }

  @Test
  void aBatchIsClosedByItsBytesToo() throws Exception {
    // Given
    LogShipper shipper = shipper(bounds(100, 100, 500));

    // When
    offer(shipper, 0, 9);
    shipper.close();

    // Then
    assertThat(ids()).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(3));
    assertThat(counts.sent()).isEqualTo(9);
  }

  @Test
  void whatIsntTakenIsSentAgainAndALostAnswerKeepsTheIds() throws Exception {
    // Given
    server.plan(request -> true, new OciFault.Refused(429));
    server.plan(request -> true, new OciFault.Refused(503));
    server.plan(request -> true, new OciFault.Dropped());
    server.plan(request -> true, new OciFault.AnswerLost());
    LogShipper shipper = shipper(bounds(10, 10, 10_000));

    // When
    offer(shipper, 0, 2);
    await().until(() -> counts.sent() == 2);
    shipper.close();

    // Then
    assertThat(ids()).hasSize(5);
    assertThat(ids()).allSatisfy(batch -> assertThat(batch).containsExactly("id-0", "id-1"));
    assertThat(counts.failed()).isZero();
  }

  @Test
  void aFullQueueKeepsTheOldestAndNeverWaits() throws Exception {
    // Given
    server.plan(request -> true, new OciFault.Delayed(Duration.ofSeconds(2)));
    LogShipper shipper = shipper(bounds(5, 1, 10_000));
    shipper.offer(line(0));
    await().until(() -> !server.requests().isEmpty());

    // When
    offer(shipper, 1, 20);
    shipper.close();

    // Then
    assertThat(ids().stream().flatMap(List::stream).toList())
        .containsExactly("id-0", "id-1", "id-2", "id-3", "id-4", "id-5");
    assertThat(counts.sent()).isEqualTo(6);
    assertThat(counts.dropped()).isEqualTo(14);
  }

  @Test
  void aPolicyThatIsMissingIsntWaitedFor() throws Exception {
    // Given
    server.plan(request -> true, new OciFault.Refused(404));
    LogShipper shipper = shipper(bounds(10, 1, 10_000));

    // When
    offer(shipper, 0, 2);
    await().until(() -> counts.sent() + counts.failed() == 2);
    shipper.close();

    // Then
    assertThat(counts.failed()).isEqualTo(1);
    assertThat(counts.sent()).as("the next is tried nevertheless").isEqualTo(1);
  }

  @Test
  void aCloseIsBoundedByATimeAndCountsWhatIsLeft() throws Exception {
    // Given
    server.close();
    LogShipper.Bounds bounds =
        new LogShipper.Bounds(
            10,
            1,
            10_000,
            Duration.ofMillis(10),
            Duration.ofMillis(20),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofMillis(500));
    LogShipper shipper = shipper(bounds);
    offer(shipper, 0, 3);

    // When
    shipper.close();

    // Then
    await().until(() -> counts.failed() == 3);
    shipper.offer(line(4));
    assertThat(counts.dropped()).as("after the end").isEqualTo(1);
  }
}
