package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.cli.ProcessUnderTest.Answer;
import io.alluvium.config.LivePipeline;
import io.alluvium.error.ExitCode;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralPipelinesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FIRST = 400;
  private static final int ALL = 1000;

  private static EmbeddedBroker broker;
  private static List<byte[]> messages;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
    messages = IntStream.range(0, ALL).mapToObj(SeveralPipelinesIT::arrival).toList();
  }

  private static byte[] arrival(int number) {
    return """
        {"id":"%d","operationType":1,"vehicleId":"v%d","naptanId":"n%d","lineId":"l","direction":"in",\
        "timestamp":"2026-03-01T12:%02d:%02dZ","timeToStation":%d}"""
        .formatted(number, number % 20, number % 7, number / 60 % 60, number % 60, number)
        .getBytes(StandardCharsets.UTF_8);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private int run(String... arguments) {
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(arguments);
  }

  private SideBySide pipelines(String... names) throws IOException {
    SideBySide pipelines = new SideBySide(directory, broker.bootstrapServers());
    for (String name : names) {
      pipelines.with(name);
    }
    return pipelines;
  }

  @Test
  void oneThatFailsAndOneWithoutStorageLeaveTheOthersAlone() throws Exception {
    // Given
    TestTopic good = TestTopic.create(broker, "good", 1);
    TestTopic changed = TestTopic.create(broker, "changed", 1);
    TestTopic cut = TestTopic.create(broker, "cut", 1);
    SideBySide pipelines = pipelines("good", "changed", "cut");
    List<byte[]> first = messages.subList(0, FIRST);
    List<byte[]> second = messages.subList(FIRST, ALL);
    try (ProcessUnderTest process =
        ProcessUnderTest.start(directory, pipelines.command("run", "--set", "limits.buffer=4MB"))) {
      for (TestTopic topic : List.of(good, changed, cut)) {
        topic.send(first);
        process.awaitDurable(topic.name(), FIRST);
      }

      // When
      Path hidden = directory.resolve("hidden");
      Files.move(pipelines.bronze("cut"), hidden);
      Files.createFile(pipelines.bronze("cut"));
      changeSchema(pipelines.silver("changed"));
      for (TestTopic topic : List.of(changed, cut, good)) {
        topic.send(second);
      }
      process.awaitDurable("good", ALL);
      process.awaitSaid("changed stays down until the program is started again");
      Answer live = process.get("/livez").orElseThrow();
      Answer ready = process.get("/readyz").orElseThrow();
      Optional<Double> upChanged = process.metric("alluvium_up", "changed");
      Optional<Double> upGood = process.metric("alluvium_up", "good");
      Files.delete(pipelines.bronze("cut"));
      Files.move(hidden, pipelines.bronze("cut"));
      process.awaitDurable("cut", ALL);
      int code = process.terminate();

      // Then
      assertThat(code).as("as the JVM tells SIGTERM").isEqualTo(143);
      assertThat(process.terminal())
          .contains("alluvium: changed: table changed.silver.arrivals_silver at ")
          .contains("still there: good, cut");
      assertThat(live.status()).isEqualTo(200);
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.body()).contains("changed: failed: table", "good: ok");
      assertThat(upChanged).contains(0.0);
      assertThat(upGood).contains(1.0);
    }
    for (String name : List.of("good", "cut")) {
      assertThat(run(pipelines.commandFor(name, "verify"))).as(name + err).isZero();
      assertThat(out.toString()).contains("reduced 1,000 bronze rows");
      out.getBuffer().setLength(0);
    }
  }

  /** As ALTER TABLE would: the same metadata, but for one column's type. */
  private static void changeSchema(Path table) throws IOException {
    Path log = table.resolve("_delta_log");
    long version = 0;
    JsonNode metadata = null;
    for (Path commit = commit(log, 0); Files.exists(commit); commit = commit(log, ++version)) {
      for (String line : Files.readAllLines(commit)) {
        JsonNode action = JSON.readTree(line);
        metadata = action.has("metaData") ? action : metadata;
      }
    }
    ObjectNode changed = (ObjectNode) metadata.get("metaData");
    changed.put(
        "schemaString",
        changed
            .get("schemaString")
            .asText()
            .replace(
                "\"name\":\"timeToStation\",\"type\":\"integer\"",
                "\"name\":\"timeToStation\",\"type\":\"string\""));
    Path temporary = Files.writeString(log.resolveSibling("foreign.json"), metadata + "\n");
    // Loses against a commit of the service; then there is a next version.
    while (!linked(temporary, commit(log, version))) {
      version++;
    }
  }

  private static boolean linked(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static Path commit(Path log, long version) {
    return log.resolve("%020d.json".formatted(version));
  }

  @Test
  void onceEachEndsForItselfAndTheWorstIsTheExitCode() throws Exception {
    // Given
    TestTopic.create(broker, "there", 1).send(messages);
    SideBySide pipelines = pipelines("missing", "there");

    // When
    int code = run(pipelines.command("run", "--once"));

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("alluvium: missing: topic missing doesn't exist");
    assertThat(run(pipelines.commandFor("there", "verify"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("reduced 1,000 bronze rows");
  }

  @Test
  void whenAllAreDownTheProcessEnds() throws Exception {
    // Given
    SideBySide pipelines = pipelines("nowhere", "neither");

    // When
    int code = run(pipelines.command("run"));

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("alluvium: nowhere: topic nowhere doesn't exist")
        .contains("alluvium: neither: topic neither doesn't exist");
  }

  @Test
  void whatKeptAPipelineFromStartingIsTriedAgainBesideTheOthers() throws Exception {
    // Given
    TestTopic.create(broker, "early", 1).send(messages);
    TestTopic.create(broker, "late", 1).send(messages);
    SideBySide pipelines = pipelines("early", "late");
    Path inTheWay = Files.createFile(directory.resolve("late"));
    PipelineRun early = pipelineRun(pipelines, "early");
    PipelineRun late = pipelineRun(pipelines, "late");
    PipelineFleet fleet =
        new PipelineFleet(List.of(early, late), Duration.ofMillis(200), new PrintWriter(err));
    CompletableFuture<ExitCode> end = CompletableFuture.supplyAsync(() -> ranToEnd(fleet));
    awaitSaid("late is tried again in");
    assertThat(early.health().isAlive()).isTrue();

    // When
    Files.delete(inTheWay);
    awaitSaid("late: 1,000 records");
    early.stop();
    late.stop();

    // Then
    assertThat(end.get(1, TimeUnit.MINUTES)).isEqualTo(ExitCode.DONE);
    assertThat(run(pipelines.commandFor("late", "verify"))).isZero();
    assertThat(out.toString()).contains("reduced 1,000 bronze rows");
  }

  private void awaitSaid(String text) {
    await(text).atMost(Duration.ofMinutes(1)).until(() -> err.toString().contains(text));
  }

  private PipelineRun pipelineRun(SideBySide pipelines, String name) throws IOException {
    return new PipelineRun(
        new LivePipeline(pipelines.parsed(name)), PipelineRun.Until.STOPPED, new PrintWriter(err));
  }

  private static ExitCode ranToEnd(PipelineFleet fleet) {
    try {
      return fleet.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
