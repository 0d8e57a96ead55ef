package io.alluvium.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program in a process of its own, watched through its terminal and its management port. */
final class ProcessUnderTest implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern ADDRESS = Pattern.compile("metrics at (http://\\S+)");

  private final Process process;
  private final Path terminal;
  private final HttpClient client = HttpClient.newHttpClient();

  private ProcessUnderTest(Process process, Path terminal) {
    this.process = process;
    this.terminal = terminal;
  }

  static ProcessUnderTest start(Path directory, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path terminal = directory.resolve("terminal.txt");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("ALLUVIUM_LOG_DIR", directory.resolve("logs").toString());
    return new ProcessUnderTest(
        builder.redirectErrorStream(true).redirectOutput(terminal.toFile()).start(), terminal);
  }

  String terminal() {
    try {
      return Files.readString(terminal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitSaid(String text) {
    await(text).atMost(PATIENCE).until(() -> terminal().contains(text) || !process.isAlive());
    if (!terminal().contains(text)) {
      throw new AssertionError("never said: " + text + "\n" + terminal());
    }
  }

  /** Waits until both tables of a pipeline hold this many records of its only partition. */
  void awaitDurable(String pipeline, long records) {
    await(pipeline + " durable up to " + records + "\n" + terminal())
        .atMost(PATIENCE)
        .until(() -> metric("alluvium_durable_offset", pipeline).orElse(-1.0) >= records);
  }

  /** A metric of a pipeline, the last of those with other labels; empty if it isn't there. */
  Optional<Double> metric(String name, String pipeline) {
    String pattern = "(?m)^" + name + "\\{[^}]*pipeline=\"" + pipeline + "\"[^}]*} (\\S+)$";
    return get("/metrics")
        .map(Answer::body)
        .flatMap(
            text ->
                Pattern.compile(pattern)
                    .matcher(text)
                    .results()
                    .map(found -> Double.parseDouble(found.group(1)))
                    .reduce((first, second) -> second));
  }

  /** An answer of the management port. */
  record Answer(int status, String body) {}

  /** Empty while nobody answers. */
  Optional<Answer> get(String path) {
    Matcher address = ADDRESS.matcher(terminal());
    if (!address.find()) {
      return Optional.empty();
    }
    try {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(address.group(1) + path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return Optional.of(new Answer(response.statusCode(), response.body()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Sends SIGTERM and waits for the end. */
  int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("doesn't end\n" + terminal());
    }
    return process.exitValue();
  }

  /** Sends SIGKILL and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
