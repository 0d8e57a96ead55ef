package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.FileTags;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.row.Column;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildCommandIT {
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

  private int runAt(String topic, String servers, String silver, String... arguments) {
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(argumentsAt(topic, servers, silver, arguments));
  }

  private String[] arguments(String topic, String... arguments) {
    return argumentsAt(topic, broker.bootstrapServers(), "silver", arguments);
  }

  private String[] argumentsAt(String topic, String servers, String silver, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    for (String set :
        List.of(
            "kafka.bootstrap.servers=" + servers,
            "source.topic=" + topic,
            "bronze.path=" + directory.resolve("bronze"),
            "silver.path=" + directory.resolve(silver),
            "management.port=off")) {
      all.addAll(List.of("--set", set));
    }
    all.addAll(List.of("-c", "config/tfl.yaml"));
    return all.toArray(String[]::new);
  }

  private int run(String topic, String... arguments) {
    return runAt(topic, broker.bootstrapServers(), "silver", arguments);
  }

  private TestPipeline landed(String name) throws Exception {
    TestTopic topic = TestTopic.create(broker, name, 2);
    topic.send(Recording.tfl("tube-victoria-three-snapshots"));
    TestPipeline pipeline = TestPipeline.tfl(broker.bootstrapServers(), name, directory);
    assertThat(pipeline.runOnce()).isTrue();
    return pipeline;
  }

  private void deleteSilver() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("silver"))) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void withoutYesItOnlySaysWhatWouldHappen() throws Exception {
    // Given
    TestPipeline pipeline = landed("said");
    long before = pipeline.tables().silver().snapshot().version();

    // When
    int code = run("said", "rebuild");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(out.toString())
        .contains("is made of the 814 rows of bronze's version", "496 rows, is replaced", "--yes")
        .contains("partition 1: silver goes on at offset");
    assertThat(pipeline.tables().silver().snapshot().version()).isEqualTo(before);
  }

  @Test
  void runOnAMissingSilverOffersItAndAfterwardsGoesOn() throws Exception {
    // Given
    landed("offered");
    deleteSilver();
    int refused = run("offered", "run", "--once");
    boolean left = Files.exists(directory.resolve("silver"));

    // When
    int code = run("offered", "rebuild", "--yes");

    // Then
    assertThat(refused).isEqualTo(2);
    assertThat(left).as("a silver of the refused run").isFalse();
    assertThat(err.toString()).contains("was never filled", "run `rebuild`");
    assertThat(code).isZero();
    assertThat(out.toString()).contains("read    814 rows", "496 rows in");
    assertThat(run("offered", "verify")).isZero();
    assertThat(run("offered", "run", "--once")).isZero();
    assertThat(run("offered", "verify")).isZero();
  }

  @Test
  void insteadSilverMayBeginWhereBronzeIs() throws Exception {
    // Given
    TestPipeline pipeline = landed("empty");
    deleteSilver();

    // When
    int code = run("empty", "reset", "--to", "current", "--yes");

    // Then
    assertThat(code).isZero();
    assertThat(out.toString()).contains("without what bronze holds already");
    assertThat(run("empty", "run", "--once")).isZero();
    assertThat(pipeline.silverRows()).isEmpty();
    assertThat(run("empty", "verify")).isZero();
  }

  @Test
  void aNewTableBesideARunningServiceWhichAnInPlaceOneRefuses() throws Exception {
    // Given
    TestPipeline pipeline = landed("beside");
    int inPlace;
    int into;
    try (PipelineService service = pipeline.start()) {
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(service::isRunning);

      // When
      inPlace = run("beside", "rebuild", "--yes");
      into = run("beside", "rebuild", "--into", directory.resolve("other").toString(), "--yes");
    }

    // Then
    assertThat(inPlace).isEqualTo(1);
    assertThat(err.toString()).contains("can't be replaced while the service runs");
    assertThat(into).isZero();
    assertThat(runAt("beside", broker.bootstrapServers(), "other", "verify")).isZero();
    assertThat(runAt("beside", broker.bootstrapServers(), "other", "run", "--once")).isZero();
    assertThat(run("beside", "rebuild", "--into", directory.resolve("other").toString()))
        .as("a second time")
        .isEqualTo(2);
    assertThat(err.toString()).contains("there is a table at");
  }

  @Test
  void withoutABrokerThePartitionsHaveToBeSaid() throws Exception {
    // Given
    landed("away");
    int unsaid = runAt("away", "localhost:1", "silver", "rebuild", "--yes");

    // When
    int code = runAt("away", "localhost:1", "silver", "rebuild", "--partitions", "2", "--yes");

    // Then
    assertThat(unsaid).isEqualTo(1);
    assertThat(err.toString()).contains("--partitions", "make sure that the service doesn't run");
    assertThat(code).isZero();
    assertThat(run("away", "verify")).isZero();
  }

  @Test
  void killedInTheMiddleItGoesOnWithTheSecondPartition() throws Exception {
    // Given: a pipe in the place of a file of partition 1, at which the reader waits for ever
    TestPipeline pipeline = landed("killed");
    List<String> before = silver(pipeline);
    Path file = bronzeFile(pipeline, "1");
    Path aside = directory.resolve("aside.parquet");
    Files.move(file, aside);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    try (ProcessUnderTest process =
        ProcessUnderTest.start(directory, arguments("killed", "rebuild", "--yes"))) {
      Path note = directory.resolve("silver/_alluvium_rebuild/0.note");
      Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(note));
      process.kill();
    }
    Files.delete(file);
    Files.move(aside, file);

    // When
    int code = run("killed", "rebuild", "--yes");

    // Then
    assertThat(code).isZero();
    assertThat(err.toString()).contains("resumed: 1 of 2 partitions were done");
    assertThat(out.toString()).contains("read    814 rows", "496 rows in");
    assertThat(silver(pipeline)).isEqualTo(before);
    assertThat(run("killed", "verify")).isZero();
    assertThat(run("killed", "run", "--once")).isZero();
    assertThat(run("killed", "verify")).isZero();
  }

  private Path bronzeFile(TestPipeline pipeline, String partition) throws IOException {
    return pipeline.tables().bronze().snapshot().files().stream()
        .filter(f -> partition.equals(f.tags().get(FileTags.PARTITION)))
        .map(f -> directory.resolve("bronze").resolve(f.path()))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of silver in words, but for the time of their flush. */
  private static List<String> silver(TestPipeline pipeline) throws IOException {
    List<String> names =
        pipeline.config().silver().table().schema().columns().stream()
            .map(Column::name)
            .filter(name -> !name.equals("ingest_ts"))
            .toList();
    return pipeline.silverRows().stream().map(row -> row.describe(names)).sorted().toList();
  }

  @Test
  void aPipelineThatRekeysIsAskedForItsOtherTopic() throws Exception {
    // Given
    landed("rekeying");
    String[] rekey = {"--set", "rekey.topic=rekeying-by-key"};
    int missing = run("rekeying", with(rekey, "rebuild", "--yes"));
    broker.createTopic("rekeying-by-key", 3);
    int inPlace = run("rekeying", with(rekey, "rebuild", "--yes"));

    // When
    int into =
        run(
            "rekeying",
            with(rekey, "rebuild", "--into", directory.resolve("by-key").toString(), "--yes"));

    // Then
    assertThat(missing).isEqualTo(1);
    assertThat(err.toString())
        .contains("topic rekeying-by-key doesn't exist", "create it with as many partitions as");
    assertThat(inPlace).isEqualTo(1);
    assertThat(err.toString()).contains("was filled without rekey.topic", "rebuild --into PATH");
    assertThat(into).isZero();
    assertThat(out.toString()).contains("spread over the 3 partitions of the re-keyed topic");
    String servers = broker.bootstrapServers();
    assertThat(runAt("rekeying", servers, "by-key", with(rekey, "run", "--once"))).isZero();
    assertThat(runAt("rekeying", servers, "by-key", with(rekey, "verify"))).isZero();
  }

  private static String[] with(String[] more, String... first) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
  }
}
