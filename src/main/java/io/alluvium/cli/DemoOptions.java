package io.alluvium.cli;

import io.alluvium.config.MessageKey;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.ConfigurationErrors;
import io.alluvium.feed.ArrivalSimulator;
import io.alluvium.feed.Feed;
import io.alluvium.feed.GeneratedFeed;
import io.alluvium.feed.ReplayFeed;
import io.alluvium.feed.SimulationSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What a demonstration runs on and with; all of it has a default. */
final class DemoOptions {
  private static final String HOME_PROPERTY = "alluvium.home";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneId.systemDefault());

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The pipeline file (default: config/tfl.yaml beside the program).")
  private Path file;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides a key of the file.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--for",
      converter = SpanConverter.class,
      paramLabel = "SPAN",
      defaultValue = "60s",
      description = "How long to feed (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the tables go (default: a new directory in alluvium-data).")
  private Path data;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Feeds the lines of a recording instead of simulated arrivals.")
  private Path recording;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Messages a second, 0 for no limit (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--vehicles",
      paramLabel = "N",
      defaultValue = "600",
      description = "How many buses and trains move (default: ${DEFAULT-VALUE}).")
  private int vehicles;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Partitions of the topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  Duration duration() {
    return duration;
  }

  double rate() {
    return rate;
  }

  int partitions() {
    return partitions;
  }

  /** What is fed, in words. */
  String feedName() {
    return recording == null
        ? "arrivals of %,d simulated buses and trains".formatted(vehicles)
        : "the messages of " + recording;
  }

  Feed feed(PipelineConfig config) {
    return recording == null
        ? new GeneratedFeed(
            new ArrivalSimulator(
                SimulationSettings.paced(1, vehicles, Instant.now(), rate == 0 ? 100_000 : rate)))
        : new ReplayFeed(recording, MessageKey.field(config));
  }

  /** Where the tables go. */
  Path directory() {
    return data != null ? data : Path.of("alluvium-data", "demo-" + STAMP.format(Instant.now()));
  }

  /** The file's pipeline, with a broker and with tables of this demonstration's own. */
  PipelineConfig config(String bootstrapServers, Path directory) {
    Path bronze = directory.resolve("bronze");
    Path silver = directory.resolve("silver");
    // Where the file puts the broker and the tables needn't be known here; what they are called is.
    PipelineConfig named = parse(bootstrapServers, bronze, silver);
    return parse(
        bootstrapServers,
        bronze.resolve(lastName(named.bronze().table())),
        silver.resolve(lastName(named.silver().table())));
  }

  private PipelineConfig parse(String bootstrapServers, Path bronze, Path silver) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap.servers=" + bootstrapServers,
                "bronze.path=" + bronze,
                "silver.path=" + silver));
    all.addAll(overrides);
    return PipelineParser.ofProcess().parse(pipelineFile(), all).config();
  }

  private static String lastName(TableSpec table) {
    return table.name().substring(table.name().lastIndexOf('.') + 1);
  }

  /** How other verbs find the tables. */
  String overridesOf(PipelineConfig config) {
    return "--set bronze.path=%s --set silver.path=%s"
        .formatted(config.bronze().table().path(), config.silver().table().path());
  }

  /** The file that the program was installed with, unless another is named. */
  Path pipelineFile() {
    if (file != null) {
      return file;
    }
    Path shipped = Path.of(System.getProperty(HOME_PROPERTY, "."), "config", "tfl.yaml");
    if (!Files.isRegularFile(shipped)) {
      throw ConfigurationErrors.noPipelineFile(shipped);
    }
    return shipped;
  }
}
