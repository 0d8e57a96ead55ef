package io.alluvium.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A topic, and the bronze and silver table that {@code run --once} lands it in.
 *
 * @param directory holds both tables
 */
record Landing(Broker broker, Pipeline pipeline, String topic, Path directory) {
  /** A topic of {@code partitions} with nothing in it, and a directory for its tables. */
  static Landing create(Broker broker, String topic, int partitions) throws IOException {
    return create(broker, Pipeline.TFL, topic, partitions);
  }

  /** The same of another pipeline. */
  static Landing create(Broker broker, Pipeline pipeline, String topic, int partitions)
      throws IOException {
    broker.createTopic(topic, partitions);
    Path directory = Files.createDirectories(Workspace.ROOT.resolve(topic));
    return new Landing(broker, pipeline, topic, directory);
  }

  /** The same topic with a copy of the tables, to be written by others. */
  Landing copy(String name) throws IOException {
    Path to = Workspace.ROOT.resolve(topic + "-" + name);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(directory.relativize(file).toString()));
      }
    }
    return new Landing(broker, pipeline, topic, to);
  }

  Path bronze() {
    return directory.resolve("bronze");
  }

  Path silver() {
    return directory.resolve("silver");
  }

  Path quarantine() {
    return directory.resolve("bronze_quarantine");
  }

  void publish(List<byte[]> values) throws IOException {
    broker.publish(topic, pipeline.keyField(), values);
  }

  /** Runs the program until it has taken what the topic holds now. */
  Program.Result runOnce(String... overrides) throws IOException, InterruptedException {
    return run(List.of("run", "--once"), overrides);
  }

  /** Runs a verb to its end. */
  Program.Result run(List<String> verb, String... overrides)
      throws IOException, InterruptedException {
    return Program.run(log(), arguments(verb, overrides));
  }

  /** Starts the program, to run until it is closed. */
  Service start(String... overrides) throws IOException {
    Path log = log();
    return new Service(Program.start(log, arguments(List.of("run", "-v"), overrides)), log);
  }

  private Path log() throws IOException {
    return Files.createTempFile(Workspace.ROOT, topic + "-run", ".log");
  }

  private List<String> arguments(List<String> verb, String... overrides) {
    List<String> arguments = new ArrayList<>(verb);
    arguments.addAll(List.of("-c", pipeline.config().toString()));
    Stream.concat(
            Stream.of(
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "source.topic=" + topic,
                "management.port=0",
                "bronze.path=" + bronze(),
                "silver.path=" + silver()),
            Arrays.stream(overrides))
        .forEach(override -> arguments.addAll(List.of("--set", override)));
    return arguments;
  }

  /** As {@link #runOnce}; fails unless the program says that all went well. */
  void land(String... overrides) throws IOException, InterruptedException {
    Program.Result result = runOnce(overrides);
    if (result.exitCode() != 0) {
      throw new AssertionError("exit code " + result.exitCode() + "\n" + result.output());
    }
  }
}
