package io.alluvium.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.storage.StoredFile;
import io.alluvium.error.UserException;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bronze's directory before and after. */
class VacuumTest {
  private static final long INGEST = 1_700_000_000_000_000L;
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir private Path directory;
  private Tables tables;
  private ReadOnlyLog log;
  private Path root;

  @BeforeEach
  void landAndMerge() throws IOException {
    tables = Tables.create(directory).start(0);
    for (int i = 0; i < 4; i++) {
      tables.land(
          0,
          2L * i,
          INGEST + i,
          tables.row("a", i, "v", "a/b=c%20 é", INGEST + i),
          tables.row("b", i, "v", null, INGEST + i));
    }
    tables.reduce(0, 8);
    Optimizers.open(tables.config(), Clock.systemUTC()).bronze(Eagerness.ALL).run();
    log = PipelineLogs.of(tables.config()).bronze();
    root = Path.of(tables.bronze().path());
  }

  private static Clock in(Duration later) {
    return Clock.offset(Clock.systemUTC(), later);
  }

  private Vacuum.TablePlan vacuum(Duration later, Duration retention) throws IOException {
    Vacuum vacuum = new Vacuum(tables.config(), Vacuum.Safety.CHECKED, in(later));
    Vacuum.TablePlan plan = vacuum.plan(log, Optional.ofNullable(retention)).orElseThrow();
    vacuum.apply(log, plan);
    return plan;
  }

  private long dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void mergedFilesGoOnceTheirRetentionIsOver() throws IOException {
    // Given
    long before = dataFiles();

    // When
    Vacuum.TablePlan early = vacuum(Duration.ofDays(6), null);
    Vacuum.TablePlan late = vacuum(Duration.ofDays(8), null);

    // Then
    assertThat(early.retention()).isEqualTo(WEEK);
    assertThat(early.plan().files()).isEmpty();
    assertThat(late.plan().files()).hasSize(8);
    assertThat(dataFiles()).isEqualTo(before - 8).isEqualTo(2);
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
    assertThat(vacuum(Duration.ofDays(8), null).plan().files()).isEmpty();
  }

  @Test
  void onlyWhatIsOfNoUseGoes() throws IOException {
    // Given
    vacuum(Duration.ofDays(8), null);
    List<String> useless = List.of("part=x/day=1970-01-01/lost.parquet", "_change_data/c.parquet");
    List<String> kept =
        List.of(
            "_iceberg/m.json",
            ".hidden/f",
            "_file",
            "nested/_delta_log/0.json",
            "nested/data.parquet",
            "_delta_log/of another.json");
    for (String path : Stream.concat(useless.stream(), kept.stream()).toList()) {
      Files.createDirectories(root.resolve(path).getParent());
      Files.writeString(root.resolve(path), path);
    }
    Path outside = Files.writeString(directory.resolve("outside"), "");
    Files.createSymbolicLink(root.resolve("link"), outside);

    // When
    Vacuum.TablePlan plan = vacuum(Duration.ofDays(8), null);

    // Then
    assertThat(plan.plan().files())
        .extracting(StoredFile::path)
        .containsExactlyInAnyOrderElementsOf(useless);
    assertThat(root.resolve("part=x")).doesNotExist();
    assertThat(kept).allMatch(path -> Files.exists(root.resolve(path)));
    assertThat(outside).exists();
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
  }

  @Test
  void whatALogNamesOutsideOfTheTableStays() throws IOException {
    // Given: removed long ago by somebody who named files elsewhere
    Path beside = Files.writeString(directory.resolve("beside.parquet"), "");
    Path elsewhere = Files.writeString(directory.resolve("elsewhere.parquet"), "");
    String up = root.relativize(beside).toString().replace('\\', '/');
    long version = log.find().orElseThrow().version();
    Files.writeString(
        root.resolve("_delta_log").resolve("%020d.json".formatted(version + 1)),
        """
        {"commitInfo":{"operation":"WRITE"}}
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":false,"size":0}}
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":false,"size":0}}
        """
            .formatted(up, elsewhere.toUri()));

    // When
    Vacuum.TablePlan plan = vacuum(Duration.ofDays(8), null);

    // Then
    assertThat(plan.plan().files()).hasSize(8);
    assertThat(beside).exists();
    assertThat(elsewhere).exists();
  }

  @Test
  void aFileOfACommitUnderWayStays() throws IOException {
    // Given
    long before = dataFiles();
    tables.write(0, 8, 9, INGEST + 9, tables.row("a", 9, "v", "p", INGEST));

    // When
    vacuum(Duration.ofMinutes(50), Duration.ofHours(1));

    // Then
    assertThat(dataFiles()).isEqualTo(before + 1);
  }

  @Test
  void aRetentionShorterThanACommitIsRefused() {
    // Given
    Vacuum vacuum = new Vacuum(tables.config(), Vacuum.Safety.CHECKED, Clock.systemUTC());

    // When
    var plan = assertThatThrownBy(() -> vacuum.plan(log, Optional.of(Duration.ofMinutes(59))));

    // Then
    plan.isInstanceOf(UserException.class).hasMessageContaining("3540 s");
  }
}
