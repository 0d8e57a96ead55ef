package io.alluvium.cli;

import io.alluvium.config.ParsedPipeline;
import io.alluvium.config.PipelineParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Pipeline files of several TfL pipelines, named after their topics, and how to name them all. */
final class SideBySide {
  private final Path directory;
  private final String servers;
  private final List<String> arguments = new ArrayList<>();

  SideBySide(Path directory, String servers) {
    this.directory = directory;
    this.servers = servers;
  }

  /** Adds a pipeline with tables below a directory of its name. */
  SideBySide with(String name) throws IOException {
    arguments.addAll(List.of("-c", file(name).toString()));
    return this;
  }

  private Path file(String name) throws IOException {
    String tfl = Files.readString(Path.of("config/tfl.yaml"));
    return Files.writeString(directory.resolve(name + ".yaml"), renamed(tfl, name));
  }

  private String renamed(String yaml, String name) {
    return yaml.replace("name: tfl", "name: " + name)
        .replace("topic: tfl-arrivals", "topic: " + name)
        .replace("table: tfl.", "table: " + name + ".")
        .replace("${ENV:ALLUVIUM_DATA:-alluvium-data}", directory.resolve(name).toString());
  }

  /** The verb with all files. */
  String[] command(String... verb) {
    List<String> all = new ArrayList<>(List.of(verb));
    all.addAll(arguments);
    overrides().forEach(override -> all.addAll(List.of("--set", override)));
    return all.toArray(String[]::new);
  }

  private List<String> overrides() {
    return List.of(
        "kafka.bootstrap.servers=" + servers,
        "bronze.flush-interval=200ms",
        "silver.flush-interval=500ms");
  }

  ParsedPipeline parsed(String name) throws IOException {
    return PipelineParser.ofProcess().parse(file(name), overrides());
  }

  /** The verb with one file. */
  String[] commandFor(String name, String... verb) throws IOException {
    return new SideBySide(directory, servers).with(name).command(verb);
  }

  Path bronze(String name) {
    return directory.resolve(name).resolve("bronze/arrivals_bronze");
  }

  Path silver(String name) {
    return directory.resolve(name).resolve("silver/arrivals_silver");
  }
}
