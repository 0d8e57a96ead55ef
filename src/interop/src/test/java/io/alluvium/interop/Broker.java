package io.alluvium.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The program's embedded broker in a child process, which ends with this one. */
final class Broker implements AutoCloseable {
  private static final long LONGEST_ANSWER_SECONDS = 60;
  private static final Path SOURCE = Path.of("src/test/launcher/BrokerForTests.java");

  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;
  private final Path errors;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "broker-answers");
            thread.setDaemon(true);
            return thread;
          });
  private final String bootstrapServers;

  private Broker(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.bootstrapServers = answer("READY ");
  }

  static Broker start(Path directory) throws IOException {
    Path errors = directory.resolve("broker.log");
    Process process = Program.start(errors, SOURCE.toString());
    try {
      return new Broker(process, errors);
    } catch (RuntimeException | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  void createTopic(String name, int partitions) {
    ask("topic " + name + " " + partitions);
  }

  /** Sends the values in order, null for a tombstone, keyed by a JSON field of theirs. */
  void publish(String topic, String keyField, List<byte[]> values) throws IOException {
    Path file = Files.createTempFile(errors.getParent(), "publish", ".b64");
    Base64.Encoder encoder = Base64.getEncoder();
    Files.write(
        file, values.stream().map(v -> v == null ? "-" : encoder.encodeToString(v)).toList());
    ask("publish " + topic + " " + keyField + " " + file);
  }

  private void ask(String command) {
    commands.println(command);
    answer("DONE");
  }

  private String answer(String start) {
    try {
      String line = reader.submit(this::next).get(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IllegalStateException("the broker ended: " + Files.readString(errors));
      }
      return line.substring(start.length());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException | IOException e) {
      throw new IllegalStateException("the broker doesn't answer, see " + errors, e);
    }
  }

  /** The next answer among the lines that libraries may print. */
  private String next() throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith("READY ") && !line.equals("DONE")) {
      line = answers.readLine();
    }
    return line;
  }

  @Override
  public void close() {
    commands.close();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    reader.shutdownNow();
  }
}
