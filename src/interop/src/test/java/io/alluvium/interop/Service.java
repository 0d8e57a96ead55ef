package io.alluvium.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program's {@code run} in a process of its own, watched through its log and its metrics. */
final class Service implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);
  private static final Pattern ADDRESS = Pattern.compile("metrics at (http://\\S+)");

  private final Process process;
  private final Path log;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * @param log where the process sends all its output
   */
  Service(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Waits until both tables hold the first {@code records} of the topic. */
  void awaitDurable(long records) {
    await("durable up to " + records, () -> metric("alluvium_durable_offset") >= records);
  }

  /** Waits until something is true of the log. */
  void awaitLogged(String text) {
    await("log says: " + text, () -> output().contains(text));
  }

  /** How often tasks had to start again. */
  double restarts() {
    return metric("alluvium_restarts_total");
  }

  /** All that it has said. */
  String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("not " + what + "\n" + output());
      }
      sleep();
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A metric's values of all its tags together; 0 before it is there. */
  private double metric(String name) {
    Matcher address = ADDRESS.matcher(output());
    if (!address.find()) {
      return 0;
    }
    return get(address.group(1) + "/metrics")
        .lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private String get(String address) {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(address)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      // On its way up or down; whoever waits sees whether it lives.
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Tells it to end and waits until all that it took is in the tables. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("doesn't end\n" + output());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
