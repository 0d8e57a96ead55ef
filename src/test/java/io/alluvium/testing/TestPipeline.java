package io.alluvium.testing;

import io.alluvium.config.ParsedPipeline;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.pipeline.Lease;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.Probe;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A pipeline of {@code config/} on a test's broker, topic and directory. */
public final class TestPipeline {
  private final PipelineConfig config;

  private TestPipeline(PipelineConfig config) {
    this.config = config;
  }

  /**
   * @param overrides further {@code key=value}
   */
  public static TestPipeline tfl(
      String bootstrapServers, String topic, Path directory, String... overrides) {
    return of("tfl", bootstrapServers, topic, directory, overrides);
  }

  /**
   * The pipeline of {@code config/FILE.yaml}.
   *
   * @param overrides further {@code key=value}
   */
  public static TestPipeline of(
      String file, String bootstrapServers, String topic, Path directory, String... overrides) {
    return ofText(read(file), bootstrapServers, topic, directory, overrides);
  }

  /** The text of {@code config/FILE.yaml}. */
  public static String read(String file) {
    try {
      return Files.readString(Path.of("config", file + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The pipeline of a text.
   *
   * @param overrides further {@code key=value}
   */
  public static TestPipeline ofText(
      String yaml, String bootstrapServers, String topic, Path directory, String... overrides) {
    List<String> sets =
        Stream.concat(
                Stream.of(
                    "kafka.bootstrap.servers=" + bootstrapServers,
                    "source.topic=" + topic,
                    "bronze.path=" + directory.resolve("bronze"),
                    "silver.path=" + directory.resolve("silver")),
                Stream.of(overrides))
            .toList();
    return new TestPipeline(PipelineParser.ofProcess().parse("test.yaml", yaml, sets).config());
  }

  /** A pipeline that was parsed elsewhere. */
  public static TestPipeline of(ParsedPipeline parsed) {
    return new TestPipeline(parsed.config());
  }

  public PipelineConfig config() {
    return config;
  }

  /** Takes what the topic holds now; returns whether all of it is durable. */
  public boolean runOnce() throws IOException, InterruptedException {
    try (PipelineService service =
        PipelineService.openOnce(config, Clock.systemUTC(), Probe.NONE)) {
      service.start();
      service.awaitTaken();
      return service.stop();
    }
  }

  /** Runs until it is closed. */
  public PipelineService start() throws IOException {
    PipelineService service = PipelineService.open(config, Clock.systemUTC(), Probe.NONE);
    service.start();
    return service;
  }

  /** Waits until so many messages are durable in the partitions of some services together. */
  public static void awaitDurable(long messages, PipelineService... services) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                Stream.of(services)
                        .flatMap(service -> service.leases().all().stream())
                        .mapToLong(Lease::durable)
                        .sum()
                    == messages);
  }

  public List<Row> bronzeRows() throws IOException {
    return rows(config.bronze().table(), tables().bronze().snapshot().files());
  }

  public List<Row> silverRows() throws IOException {
    return rows(config.silver().table(), tables().silver().snapshot().files());
  }

  /** The rows of silver in words and in order, but for some columns. */
  public List<String> silverTexts(String... without) throws IOException {
    List<String> names =
        config.silver().table().schema().columns().stream()
            .map(Column::name)
            .filter(name -> !Set.of(without).contains(name))
            .toList();
    return silverRows().stream().map(row -> row.describe(names)).sorted().toList();
  }

  /** The rows that some files of silver hold. */
  public List<Row> silverRows(List<DataFile> files) throws IOException {
    return rows(config.silver().table(), files);
  }

  public List<Row> quarantineRows() throws IOException {
    return rows(PipelineTables.quarantineSpec(config), tables().quarantine().snapshot().files());
  }

  public PipelineTables tables() throws IOException {
    return PipelineTables.open(config, Clock.systemUTC(), Runnable::run);
  }

  private List<Row> rows(TableSpec spec, List<DataFile> files) throws IOException {
    DataFileReader reader =
        new DataFileReader(PipelineTables.access(config).files(spec.path()), spec.schema());
    List<Row> rows = new ArrayList<>();
    for (DataFile file : files) {
      try (RowIterator iterator = reader.open(file)) {
        for (Row row = iterator.next(); row != null; row = iterator.next()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
