package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.config.LivePipeline;
import io.alluvium.config.ParsedPipeline;
import io.alluvium.config.PipelineParser;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciFault;
import io.alluvium.oci.OciRequest;
import io.alluvium.oci.OciResponse;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import io.alluvium.oci.vault.FakeVault;
import io.alluvium.testing.LogRecorder;
import io.alluvium.testing.SecuredBroker;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords change while a pipeline runs, and nobody touches the pipeline. */
class SecretRotationIT {
  private static final String TOKEN = "ocid1.vaultsecret.oc1..token";
  private static final String LOG = "ocid1.log.oc1..flushes";
  private static final String PUSH = "/20200831/logs/" + LOG + "/actions/push";
  private static final int HALF = 300;

  private static SecuredBroker broker;
  private static OciUser user;
  private static OciServer server;
  private static FakeVault vault;

  @TempDir Path directory;
  private final StringWriter err = new StringWriter();
  private OciAccess access;

  @BeforeAll
  static void startBroker() {
    broker = SecuredBroker.start();
    user = OciUser.create();
    server = OciServer.start(user);
    vault = FakeVault.on(server);
    server.handle(PUSH, request -> Optional.of(OciResponse.empty(200)));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
    server.close();
  }

  @BeforeEach
  void writeKey() {
    access = user.access(directory, server);
  }

  @Test
  void goesOnWithTheNewPasswordWhenTheBrokerRefusesTheOld() throws Exception {
    // Given
    broker.createTopic("refused");
    broker.password("alice", "first-word");
    vault.put(TOKEN, "first-word");
    broker.send("refused", messages(0));
    try (LogRecorder log = LogRecorder.open();
        Running running = start("refused", "alice", "1h")) {
      running.awaitBronze(HALF);

      // When
      broker.password("alice", "second-word");
      await("refusal").atMost(Duration.ofMinutes(1)).until(() -> refusals(log) > 0);
      vault.put(TOKEN, "second-word");
      broker.send("refused", messages(1));
      running.awaitBronze(2 * HALF);

      // Then
      assertThat(running.stopped()).isTrue();
      assertThat(running.offsets()).isEqualTo(LongStream.range(0, 2 * HALF).boxed().toList());
      assertThat(running.silverRows()).isEqualTo(7);
      assertThat(String.join("\n", log.lines()) + err).doesNotContain("first-word", "second-word");
      List<JsonNode> entries = entries("refused");
      assertThat(rows(entries, "append")).isEqualTo(2 * HALF);
      assertThat(rows(entries, "merge")).isGreaterThanOrEqualTo(14);
      assertThat(entries)
          .allSatisfy(
              entry -> {
                assertThat(entry.get("version").asLong()).isPositive();
                assertThat(entry.get("offsets").asText()).startsWith("0: ");
                assertThat(log.lines()).anyMatch(l -> l.contains(entry.get("message").asText()));
              });
    }
  }

  @Test
  void findsChangedSecretsByItselfAndOutlivesAVaultThatIsDown() throws Exception {
    // Given
    broker.createTopic("found");
    broker.password("bob", "third-word");
    broker.password("carol", "fourth-word");
    vault.put(TOKEN, "third-word");
    Path name = Files.writeString(directory.resolve("name"), "bob\n");
    broker.send("found", messages(0));
    try (LogRecorder log = LogRecorder.open();
        Running running = start("found", "${FILE:" + name + "}", "200ms")) {
      running.awaitBronze(HALF);

      // When
      IntStream.range(0, 1000)
          .forEach(i -> server.plan(r -> !r.path().equals(PUSH), new OciFault.Refused(503)));
      await("outage").until(() -> log.lines().stream().anyMatch(l -> l.contains("HTTP 503")));
      broker.send("found", messages(1));
      running.awaitBronze(2 * HALF);
      String beforeTheChange = err.toString();
      vault.put(TOKEN, "fourth-word");
      Files.writeString(name, "carol\n");
      server.recover();
      await("change").until(() -> err.toString().contains("secrets have changed"));
      broker.send("found", messages(2));
      running.awaitBronze(3 * HALF);

      // Then
      assertThat(beforeTheChange).doesNotContain("secrets have changed");
      assertThat(running.stopped()).isTrue();
      assertThat(running.offsets()).isEqualTo(LongStream.range(0, 3 * HALF).boxed().toList());
      assertThat(log.lines().stream().filter(l -> l.contains("can't be read again")))
          .as("told once an outage")
          .hasSize(1);
      assertThat(String.join("\n", log.lines()) + err).doesNotContain("third-word", "fourth-word");
    }
  }

  /** What OCI Logging was told of a pipeline. */
  private static List<JsonNode> entries(String pipeline) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> entries = new ArrayList<>();
    for (OciRequest request : server.requests()) {
      if (request.path().equals(PUSH)) {
        JsonNode batch = json.readTree(request.text()).get("logEntryBatches").get(0);
        for (JsonNode entry : batch.get("entries")) {
          entries.add(json.readTree(entry.get("data").asText()));
        }
      }
    }
    return entries.stream().filter(e -> e.get("pipeline").asText().equals(pipeline)).toList();
  }

  private static long rows(List<JsonNode> entries, String action) {
    return entries.stream()
        .filter(entry -> entry.path("action").asText().equals(action))
        .mapToLong(entry -> entry.get("rows").asLong())
        .sum();
  }

  private static long refusals(LogRecorder log) {
    return log.lines().stream().filter(line -> line.contains("can't go on, and tries it")).count();
  }

  private static List<String> messages(int half) {
    return IntStream.range(half * HALF, (half + 1) * HALF)
        .mapToObj(i -> "{\"k\":\"key%d\",\"n\":%d}".formatted(i % 7, i))
        .toList();
  }

  private Running start(String topic, String name, String interval) {
    String yaml =
        """
        name: %1$s
        kafka:
          bootstrap.servers: %2$s
          security.protocol: SASL_PLAINTEXT
          sasl.mechanism: SCRAM-SHA-512
          session.timeout.ms: 6000 # A client that is refused can't leave its group.
          heartbeat.interval.ms: 1000
          sasl.jaas.config: >-
            org.apache.kafka.common.security.scram.ScramLoginModule required
            username="%3$s" password="${vault:%4$s}";
        source: {topic: %1$s}
        bronze:
          path: bronze
          flush-interval: 200ms
          columns: {k: string, n: int, o: record-offset}
        silver:
          path: silver
          flush-interval: 300ms
          key: [k]
          sequence-by: [n]
          columns: {k: copy, n: copy}
        secrets: {check-interval: %5$s}
        oci:
          config-file: %6$s
          endpoints: {secrets: '%7$s', logging: '%7$s'}
          log: %8$s
        """
            .formatted(
                topic,
                broker.bootstrapServers(),
                name,
                TOKEN,
                interval,
                access.configFile(),
                server.endpoint(),
                LOG);
    return new Running(
        new PipelineParser(Map.<String, String>of()::get, directory)
            .parse("p.yaml", yaml, List.of()));
  }

  /** The pipeline on a thread of its own, as {@code run} has it. */
  private final class Running implements AutoCloseable {
    private final TestPipeline tables;
    private final PipelineRun run;
    private final CompletableFuture<Void> end;

    Running(ParsedPipeline parsed) {
      tables = TestPipeline.of(parsed);
      run = new PipelineRun(new LivePipeline(parsed), PipelineRun.Until.STOPPED, printer());
      end = CompletableFuture.runAsync(this::toItsEnd);
    }

    private PrintWriter printer() {
      return new PrintWriter(err, true);
    }

    private void toItsEnd() {
      try {
        run.run();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void awaitBronze(int rows) {
      await(rows + " rows")
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(() -> end.isDone() || tables.bronzeRows().size() >= rows);
      assertThat(end).as(err.toString()).isNotDone();
    }

    /** Whether it ended well. */
    boolean stopped() throws Exception {
      run.stop();
      end.get(1, TimeUnit.MINUTES);
      return true;
    }

    List<Long> offsets() throws IOException {
      return tables.bronzeRows().stream().map(row -> row.getLong(2)).sorted().toList();
    }

    int silverRows() throws IOException {
      return tables.silverRows().size();
    }

    @Override
    public void close() throws InterruptedException {
      run.stop();
    }
  }
}
