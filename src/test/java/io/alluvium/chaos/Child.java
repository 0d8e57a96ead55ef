package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.alluvium.pipeline.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A {@link ChaosChild} as its parent holds it. */
final class Child implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String name;
  private final Process process;
  private final List<String> said = new CopyOnWriteArrayList<>();

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    Thread listener = new Thread(this::listen, name + "-output");
    listener.setDaemon(true);
    listener.start();
  }

  /** Starts the process; the service in it starts with {@link #start}. */
  static Child launch(
      String name, Path directory, Duration clockSkew, String file, List<String> overrides)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.add("-Dlogback.configurationFile=chaos-logback.xml");
    command.add("-Dchaos.log=" + directory.resolve(name + ".log"));
    command.add("-D" + ChaosChild.CLOCK_SKEW + "=" + clockSkew.toMillis());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ChaosChild.class.getName());
    command.add("config/" + file + ".yaml");
    command.addAll(overrides);
    return new Child(
        name,
        new ProcessBuilder(command)
            .redirectError(directory.resolve(name + ".err").toFile())
            .start());
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(said::add);
    } catch (IOException | UncheckedIOException e) {
      said.add("the output ended: " + e);
    }
  }

  Child haltAt(Step step) {
    return tell("halt " + step);
  }

  Child holdAt(Step step) {
    return tell("hold " + step);
  }

  Child start() {
    return tell("start");
  }

  Child release() {
    return tell("release");
  }

  private Child tell(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " can't be told to " + line, e);
    }
    return this;
  }

  /** Waits until a thread of it is at the step. */
  void awaitReached(Step step) {
    await(name + " at " + step)
        .atMost(PATIENCE)
        .until(() -> said.contains(StepControl.REACHED + step) || !isAlive());
    assertThat(said).as(name).contains(StepControl.REACHED + step);
  }

  /** Waits until the process is gone. */
  void awaitDeath() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(name).isTrue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Fails if its service has ended, which it never does by itself. */
  void assertServing() {
    assertThat(said).as(name).noneMatch(line -> line.startsWith(ChaosChild.ENDED));
    assertThat(process.isAlive()).as(name + " lives").isTrue();
  }

  void freeze() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    assertThat(code).as("kill " + signal).isZero();
  }

  /** SIGKILL, which a frozen process dies of too. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitDeath();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return name;
  }
}
