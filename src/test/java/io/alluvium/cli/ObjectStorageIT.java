package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.objectstorage.EmulatedStorage;
import io.alluvium.objectstorage.StorageTrouble;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service and every command with the tables on object storage. */
class ObjectStorageIT {
  private static final int RECORDS = 1_500;

  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  private record Answer(int code, String out, String err) {}

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandWorksOnThem(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage storage = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      String name = "on-" + kind;
      TestTopic topic = TestTopic.create(broker, name, 2);
      List<String> overrides =
          Stream.concat(
                  storage.overrides("everything").stream(),
                  Stream.of("name=" + name, "tables.checkpoint-interval=3"))
              .toList();
      TestPipeline pipeline =
          TestPipeline.tfl(
              broker.bootstrapServers(), name, directory, overrides.toArray(String[]::new));
      KeyedArrivals arrivals =
          new KeyedArrivals(7, 200, Instant.parse("2026-01-01T08:00:00Z"), Duration.ofMillis(50));

      // When
      for (int run = 0; run < 3; run++) {
        topic.send(Stream.generate(arrivals::next).limit(RECORDS / 3).map(m -> m.value()).toList());
        assertThat(pipeline.runOnce()).isTrue();
      }

      // Then
      VerificationReport report = Verification.of(pipeline.config()).run();
      assertThat(report.findings()).isEmpty();
      assertThat(report.bronzeRows()).isEqualTo(RECORDS);
      assertThat(pipeline.silverRows()).hasSize((int) report.silverRows());
      String count = "SELECT count(*) AS n, count(DISTINCT vehicleId || naptanId || lineId) FROM ";
      assertThat(run(pipeline, overrides, "sql", "-o", "csv", count + "bronze").out)
          .contains(RECORDS + ",");
      for (String table : List.of("bronze", "silver")) {
        Answer optimized = run(pipeline, overrides, "optimize", table);
        assertThat(optimized.code).as(optimized.err).isZero();
      }
      assertThat(run(pipeline, overrides, "vacuum", "--retention", "1ms", "--force").code).isZero();
      assertThat(run(pipeline, overrides, "verify").out).contains("right   every offset once");
      Answer rebuilt = run(pipeline, overrides, "rebuild", "--yes");
      assertThat(rebuilt.code).as(rebuilt.err).isZero();
      Answer status = run(pipeline, overrides, "status");
      assertThat(status.code).as(status.err).isZero();
      assertThat(run(pipeline, overrides, "history", "silver").out).contains("Overwrite");
      assertThat(run(pipeline, overrides, "ddl").out).contains(storage.path("everything/silver"));
      topic.send(Stream.generate(arrivals::next).limit(RECORDS).map(m -> m.value()).toList());
      assertThat(pipeline.runOnce()).isTrue();
      report = Verification.of(pipeline.config()).run();
      assertThat(report.findings()).isEmpty();
      assertThat(report.bronzeRows()).isEqualTo(2 * RECORDS);
    }
  }

  private Answer run(TestPipeline pipeline, List<String> overrides, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-c", "config/tfl.yaml"));
    Stream.concat(
            overrides.stream(),
            Stream.of(
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "source.topic=" + pipeline.config().source().topic()))
        .forEach(set -> all.addAll(List.of("--set", set)));
    int code =
        new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
            .create()
            .execute(all.toArray(String[]::new));
    return new Answer(code, out.toString(), err.toString());
  }
}
