package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.feed.BrokerOptions;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.objectstorage.EmulatedStorage;
import io.alluvium.objectstorage.StorageTrouble;
import io.alluvium.oci.OciResponse;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import io.alluvium.oci.vault.FakeVault;
import io.alluvium.testing.CuttingProxy;
import io.alluvium.testing.SecuredBroker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Vault, Logging, storage and the broker go away and come back, one after the other, under one
 * process that nobody restarts; what it says of its health is held against what was done.
 */
class NeighboursOutageIT {
  private static final String TOPIC = "outages";
  private static final String TOKEN = "ocid1.vaultsecret.oc1..token";
  private static final String LOG = "ocid1.log.oc1..flushes";
  private static final int BATCH = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** How long each stays away when that is told: two to three times this long in all. */
  private static final Duration OUTAGE =
      Duration.ofMillis(Integer.getInteger("chaos.outage", 6000) / 3);

  @TempDir Path directory;
  private final KeyedArrivals arrivals =
      new KeyedArrivals(7, 50, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));
  private final Set<Integer> livenessSeen = new TreeSet<>();
  private long sent;

  @Test
  void oneProcessOutlivesThemAll() throws Exception {
    // Given
    OciUser user = OciUser.create();
    BrokerOptions options =
        BrokerOptions.temporary().withDataDirectory(Files.createDirectory(directory.resolve("b")));
    SecuredBroker broker = SecuredBroker.start(options);
    try (OciServer vault = OciServer.start(user);
        OciServer logging = OciServer.start(user);
        CuttingProxy vaultWay = wayTo(vault);
        CuttingProxy loggingWay = wayTo(logging);
        EmulatedStorage storage =
            EmulatedStorage.Kind.OCI.start(
                Files.createDirectory(directory.resolve("s")), StorageTrouble.NONE)) {
      broker.createTopic(TOPIC);
      broker.password("alice", "a-word");
      FakeVault.on(vault).put(TOKEN, "a-word");
      logging.handle("/20200831/logs/", request -> Optional.of(OciResponse.empty(200)));
      List<String> sets = sets(broker, storage, user, vaultWay, loggingWay);
      send(broker);
      try (ProcessUnderTest process = ProcessUnderTest.start(directory, command(sets))) {
        process.awaitDurable(TOPIC, sent);

        // When
        vaultWay.goDown();
        loggingWay.goDown();
        send(broker);
        process.awaitDurable(TOPIC, sent);
        stays(process, 200);
        vaultWay.comeBack();
        loggingWay.comeBack();
        stays(process, 200);

        storage.way().goDown();
        send(broker);
        awaitReady(process, 503, "storage of ");
        stays(process, 503);
        storage.way().comeBack();
        process.awaitDurable(TOPIC, sent);
        awaitReady(process, 200, "ok");

        int port = URI.create("k://" + broker.bootstrapServers()).getPort();
        broker.close();
        awaitReady(process, 503, "no heartbeat");
        stays(process, 503);
        broker = SecuredBroker.start(options.withPort(port));
        awaitReady(process, 200, "ok");
        send(broker);
        process.awaitDurable(TOPIC, sent);

        // Then
        assertThat(livenessSeen).containsExactly(200);
        await("entries in OCI Logging again")
            .atMost(PATIENCE)
            .until(() -> logging.requests().stream().anyMatch(r -> r.text().contains(last())));
        assertThat(process.terminate()).isEqualTo(143);
      }
      VerificationReport report = Verification.of(config(sets)).run();
      assertThat(report.findings()).isEmpty();
      assertThat(report.bronzeRows()).isEqualTo(sent);
    } finally {
      broker.close();
    }
  }

  private static CuttingProxy wayTo(OciServer server) throws Exception {
    CuttingProxy way = CuttingProxy.bind();
    way.start(URI.create(server.endpoint()).getPort(), Duration.ofDays(1));
    return way;
  }

  private List<String> sets(
      SecuredBroker broker,
      EmulatedStorage storage,
      OciUser user,
      CuttingProxy vaultWay,
      CuttingProxy loggingWay) {
    return Stream.concat(
            storage.overrides("tables").stream(),
            Stream.of(
                "name=" + TOPIC,
                "source.topic=" + TOPIC,
                "bronze.flush-interval=300ms",
                "silver.flush-interval=500ms",
                "management.port=0",
                "secrets.check-interval=1s",
                "oci.config-file=" + user.writeConfig(directory),
                "oci.endpoints.secrets=http://127.0.0.1:" + vaultWay.port(),
                "oci.endpoints.logging=http://127.0.0.1:" + loggingWay.port(),
                "oci.log=" + LOG,
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "kafka.security.protocol=SASL_PLAINTEXT",
                "kafka.sasl.mechanism=SCRAM-SHA-512",
                "kafka.sasl.jaas.config="
                    + "org.apache.kafka.common.security.scram.ScramLoginModule required"
                    + " username=\"alice\" password=\"${vault:"
                    + TOKEN
                    + "}\";"))
        .toList();
  }

  private static String[] command(List<String> sets) {
    List<String> command = new ArrayList<>(List.of("run", "-c", "config/tfl.yaml"));
    sets.forEach(set -> command.addAll(List.of("--set", set)));
    return command.toArray(String[]::new);
  }

  private static PipelineConfig config(List<String> sets) {
    return PipelineParser.ofProcess().parse(Path.of("config/tfl.yaml"), sets).config();
  }

  private void send(SecuredBroker broker) {
    broker.send(
        TOPIC,
        Stream.generate(arrivals::next)
            .limit(BATCH)
            .map(message -> new String(message.value(), StandardCharsets.UTF_8))
            .toList());
    sent += BATCH;
  }

  /** What only the entry of the last records' flush says. */
  private String last() {
    return " to " + sent;
  }

  private void awaitReady(ProcessUnderTest process, int status, String why) {
    await(why)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              var ready = look(process);
              return ready.status() == status && ready.body().contains(why);
            });
  }

  /** Watches for as long as an outage. */
  private void stays(ProcessUnderTest process, int status) throws InterruptedException {
    long end = System.nanoTime() + OUTAGE.toNanos();
    while (System.nanoTime() < end) {
      assertThat(look(process)).extracting(ProcessUnderTest.Answer::status).isEqualTo(status);
      Thread.sleep(200);
    }
  }

  private ProcessUnderTest.Answer look(ProcessUnderTest process) {
    livenessSeen.add(process.get("/livez").orElseThrow().status());
    return process.get("/readyz").orElseThrow();
  }
}
