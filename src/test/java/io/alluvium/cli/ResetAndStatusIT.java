package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResetAndStatusIT {
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

  private int run(String topic, String servers, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    for (String set :
        List.of(
            "kafka.bootstrap.servers=" + servers,
            "source.topic=" + topic,
            "bronze.path=" + directory.resolve("bronze"),
            "silver.path=" + directory.resolve("silver"))) {
      all.addAll(List.of("--set", set));
    }
    all.addAll(List.of("-c", "config/tfl.yaml"));
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(all.toArray(String[]::new));
  }

  private TestPipeline landed(String name) throws Exception {
    TestTopic topic = TestTopic.create(broker, name, 2);
    topic.send(Recording.tfl("tube-victoria-three-snapshots"));
    TestPipeline pipeline = TestPipeline.tfl(broker.bootstrapServers(), name, directory);
    assertThat(pipeline.runOnce()).isTrue();
    return pipeline;
  }

  @Test
  void statusShowsTablesOffsetsAndLag() throws Exception {
    // Given
    landed("status");

    // When
    int code = run("status", broker.bootstrapServers(), "status", "-o", "json");

    // Then
    assertThat(code).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("\"table\":\"bronze\"", "\"rows\":814", "\"rows\":496")
        .contains("\"partition\":0", "\"partition\":1", "\"lag\":0");
  }

  @Test
  void statusWithoutABroker() throws Exception {
    // Given
    landed("unreachable");

    // When
    int code = run("unreachable", "localhost:1", "status", "-o", "json");

    // Then
    assertThat(code).isZero();
    assertThat(err.toString()).contains("can't be read at localhost:1");
    assertThat(out.toString()).contains("\"rows\":814", "\"topic_end\":null,\"lag\":null");
  }

  @Test
  void resetWithoutYesOnlySaysWhatWouldHappen() throws Exception {
    // Given
    TestPipeline pipeline = landed("said");
    var before = pipeline.tables().bronze().snapshot().txns();

    // When
    int code = run("said", broker.bootstrapServers(), "reset", "--to", "earliest");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).contains("bronze will hold the offsets 0 to", "--yes does it");
    assertThat(pipeline.tables().bronze().snapshot().txns()).isEqualTo(before);
  }

  @Test
  void afterAResetToTheBeginningEverythingIsRepeatedAndVerifyKnowsWhy() throws Exception {
    // Given
    TestPipeline pipeline = landed("repeated");
    int code = run("repeated", broker.bootstrapServers(), "reset", "--to", "earliest", "--yes");

    // When
    boolean durable = pipeline.runOnce();

    // Then
    assertThat(code).isZero();
    assertThat(durable).isTrue();
    assertThat(pipeline.bronzeRows()).hasSize(2 * 814);
    assertThat(pipeline.silverRows()).hasSize(496);
    assertThat(run("repeated", broker.bootstrapServers(), "verify")).isZero();
    assertThat(out.toString()).contains("repeated on purpose by reset");
  }
}
