package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a supervisor has it: a process, signals, its log, and a look from outside. */
class ServiceProcessIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RECORDS = 500;

  private static EmbeddedBroker broker;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(arguments);
  }

  private static byte[] arrival(int number) {
    return """
        {"vehicleId":"v%d","naptanId":"n","lineId":"l","direction":"in",\
        "timestamp":"2026-03-01T12:%02d:%02dZ"}"""
        .formatted(number % 20, number / 60 % 60, number % 60)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static List<byte[]> arrivals() {
    return IntStream.range(0, RECORDS).mapToObj(ServiceProcessIT::arrival).toList();
  }

  private static String[] with(String[] command, String... more) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private List<JsonNode> log() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("logs").resolve("run.log"))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private boolean logHas(String text) throws IOException {
    return log().stream().anyMatch(line -> line.get("message").textValue().contains(text));
  }

  @Test
  void whatWasTakenIsMadeDurableOnSigtermAndStatusDisturbsNobody() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "stopped", 1);
    SideBySide pipelines = new SideBySide(directory, broker.bootstrapServers()).with("stopped");
    String[] later = {"--set", "bronze.flush-interval=1h", "--set", "silver.flush-interval=1h"};
    topic.send(arrivals());
    try (ProcessUnderTest process =
        ProcessUnderTest.start(
            directory, with(pipelines.command("run", "--log-format", "json"), later))) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> process.metric("alluvium_records_total", "stopped").orElse(0.0) >= RECORDS);
      int looked = run(pipelines.command("status", "-o", "json"));
      String seen = out.toString();

      // When
      int code = process.terminate();

      // Then
      assertThat(looked).as(err.toString()).isZero();
      JsonNode partition = JSON.readTree(seen.lines().reduce((a, b) -> b).orElseThrow());
      assertThat(partition.get("bronze").longValue()).as("nothing was due").isZero();
      assertThat(partition.get("lag").longValue()).isEqualTo(RECORDS);
      assertThat(code).as("as the JVM tells SIGTERM").isEqualTo(143);
      assertThat(log())
          .allSatisfy(line -> assertThat(line.has("time") && line.has("level")).isTrue())
          .anySatisfy(
              line ->
                  assertThat(line.get("message").textValue())
                      .isEqualTo("stopped; all durable: true, checkpoints written: true"));
    }
    assertThat(run(pipelines.command("verify"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("reduced 500 bronze rows");
  }

  @Test
  void withoutStorageItEndsAllTheSameAndLosesNothing() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "away", 1);
    SideBySide pipelines = new SideBySide(directory, broker.bootstrapServers()).with("away");
    try (ProcessUnderTest process =
        ProcessUnderTest.start(
            directory,
            pipelines.command(
                "run", "--log-format", "json", "--set", "limits.storage-deadline=3s"))) {
      topic.send(arrivals().subList(0, 1));
      process.awaitDurable("away", 1);
      Path bronze = pipelines.bronze("away");
      Path hidden = directory.resolve("hidden");
      Files.move(bronze, hidden);
      Files.createFile(bronze);
      topic.send(arrivals().subList(1, RECORDS));
      await().atMost(Duration.ofMinutes(1)).until(() -> logHas("storage of " + bronze));

      // When
      int code = process.terminate();
      Files.delete(bronze);
      Files.move(hidden, bronze);

      // Then
      assertThat(code).isEqualTo(143);
      assertThat(log())
          .anySatisfy(
              line ->
                  assertThat(line.get("message").textValue()).startsWith("stopped; all durable: "));
    }
    assertThat(run(pipelines.command("run", "--once"))).as(err.toString()).isZero();
    assertThat(run(pipelines.command("verify"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("reduced 500 bronze rows");
  }
}
