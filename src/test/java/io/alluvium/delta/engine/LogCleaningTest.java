package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.kernel.KernelLogs;
import io.alluvium.delta.log.CommitFiles;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.delta.log.LogCleaner;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real logs whose files are made old, with checkpoints every five versions. */
class LogCleaningTest {
  private static final Map<String, String> ONE_HOUR =
      Map.of("delta.logRetentionDuration", "interval 1 hours", "delta.checkpointInterval", "5");
  private static final Duration OLD = Duration.ofHours(2);

  @TempDir Path directory;
  private long position = -1;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void expiredFilesGoAfterACheckpoint(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(spec(ONE_HOUR));
    append(table, 13);
    age(13);

    // When
    append(table, 2);

    // Then
    assertThat(names())
        .contains("00000000000000000010.checkpoint.parquet", "00000000000000000010.json")
        .noneMatch(name -> name.startsWith("0") && name.compareTo("00000000000000000010") < 0);
    assertEveryReaderSees(15);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void agedLogsOfAWholeDayKeepWhatTheOldestKeptVersionsNeed(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(spec(ONE_HOUR));
    append(table, 13);
    // Old even for who counts in whole days, as delta-standalone's own cleaning does.
    age(13, Duration.ofDays(3));

    // When
    append(table, 7);

    // Then
    assertThat(names())
        .contains("00000000000000000010.checkpoint.parquet", "00000000000000000011.json");
    assertEveryReaderSees(20);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aTableThatWantsItsLogWholeKeepsIt(Engine engine) throws IOException {
    // Given
    Map<String, String> properties = new LinkedHashMap<>(ONE_HOUR);
    properties.put("delta.enableExpiredLogCleanup", "false");
    TableLog table = engine.open(spec(properties));
    append(table, 13);
    age(13, Duration.ofDays(3));

    // When
    append(table, 2);

    // Then
    assertThat(names()).contains("00000000000000000000.json", "00000000000000000009.json");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anInstanceThatSleptFindsItsWayOverWhatWasCleaned(Engine engine) throws IOException {
    // Given
    TableLog sleeper = engine.open(spec(ONE_HOUR));
    TableLog busy = engine.open(spec(ONE_HOUR));
    append(busy, 23);
    age(23);
    append(busy, 2);

    // When
    CommitOutcome outcome =
        sleeper.commit(
            Changes.append(Changes.file(), Changes.txn("n/b/t-0", position, position + 1)));

    // Then
    assertThat(names()).doesNotContain("00000000000000000001.json");
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(26));
    assertThat(sleeper.snapshot().files()).hasSize(26);
    assertThat(busy.snapshot().version()).isEqualTo(26);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anInstanceThatSleptOverARewindStops(Engine engine) throws IOException {
    // Given
    TableLog sleeper = engine.open(spec(ONE_HOUR));
    TableLog busy = engine.open(spec(ONE_HOUR));
    append(busy, 23);
    age(23);
    append(busy, 2);
    Files.write(
        log().resolve("%020d.json".formatted(26)),
        List.of(
            "{\"commitInfo\":{\"operation\":\"TRUNCATE\",\"operationParameters\":{},"
                + "\"engineInfo\":\"Spark\"}}"));

    // When
    Throwable refused = catchThrowable(sleeper::snapshot);

    // Then
    assertThat(refused).isInstanceOf(UserException.class).hasMessageContaining("version 26");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aTableThatIsThereGetsTheConfiguredProperties(Engine engine) throws IOException {
    // Given
    TableLog before = engine.open(spec(Map.of("delta.checkpointInterval", "7", "own", "stays")));

    // When
    TableLog table = engine.open(spec(ONE_HOUR));

    // Then
    assertThat(table.snapshot().properties())
        .containsAllEntriesOf(ONE_HOUR)
        .containsEntry("own", "stays");
    assertThat(table.snapshot().version()).isEqualTo(1);
    append(before, 5);
    assertThat(names()).contains("00000000000000000005.checkpoint.parquet");
    assertThat(engine.open(spec(ONE_HOUR)).snapshot().version()).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aTableThatForgetsPositionsIsRefused(Engine engine) throws IOException {
    // Given
    TableLog table = engine.open(spec(Map.of()));

    // When
    Throwable refused =
        catchThrowable(
            () ->
                engine.open(
                    spec(Map.of("delta.setTransactionRetentionDuration", "interval 7 days"))));

    // Then
    assertThatThrownBy(table::snapshot).hasMessage(refused.getMessage());
    assertThatThrownBy(() -> engine.open(spec(Map.of()))).hasMessage(refused.getMessage());
    assertThat(refused)
        .isInstanceOf(UserException.class)
        .hasMessageContaining(
            "ALTER TABLE t UNSET TBLPROPERTIES ('delta.setTransactionRetentionDuration')");
  }

  @Test
  void severalCleanAtOnce() throws Exception {
    // Given
    TableLog table = Engine.KERNEL.open(spec(Map.of("delta.checkpointInterval", "5")));
    append(table, 200);
    age(200);
    LogAccess access = Engine.access(LocalLogStore.class);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Void>> cleaners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      CommitFiles files = new CommitFiles(access.store(), access.conf(), directory.toString());
      LogCleaner cleaner = new LogCleaner(files, Clock.systemUTC());
      cleaners.add(
          () -> {
            cleaner.clean(ONE_HOUR);
            return null;
          });
    }

    // When
    for (Future<Void> done : threads.invokeAll(cleaners)) {
      done.get();
    }

    // Then
    threads.shutdown();
    assertThat(names())
        .containsExactlyInAnyOrder(
            "00000000000000000200.json",
            "00000000000000000200.checkpoint.parquet",
            "_last_checkpoint");
    assertEveryReaderSees(200);
  }

  private void assertEveryReaderSees(int version) throws IOException {
    LogAccess access = Engine.access(LocalLogStore.class);
    List<TableSnapshot> read =
        List.of(
            Engine.KERNEL.open(spec(ONE_HOUR)).snapshot(),
            Engine.STANDALONE.open(spec(ONE_HOUR)).snapshot(),
            KernelLogs.readOnly(spec(ONE_HOUR), access.store(), access.conf())
                .find()
                .orElseThrow());
    long expected = read.get(0).version();
    assertThat(expected).isBetween((long) version, version + 1L);
    for (TableSnapshot snapshot : read) {
      assertThat(snapshot.version()).isEqualTo(expected);
      assertThat(snapshot.files()).hasSize(version);
      assertThat(snapshot.txn("n/b/t-0")).hasValue(position);
    }
  }

  private TableSpec spec(Map<String, String> properties) {
    TableSpec plain = Changes.spec(directory);
    return new TableSpec(
        plain.name(), plain.path(), plain.schema(), plain.partitionColumns(), properties);
  }

  private void append(TableLog table, int commits) throws IOException {
    for (int i = 0; i < commits; i++) {
      long next = Math.max(position, 0) + 1;
      table.commit(Changes.append(Changes.file(), Changes.txn("n/b/t-0", position, next)));
      position = next;
    }
  }

  private void age(long lastVersion) throws IOException {
    age(lastVersion, OLD);
  }

  /** Makes everything up to a version older. */
  private void age(long lastVersion, Duration by) throws IOException {
    String limit = "%020d".formatted(lastVersion + 1);
    for (String name : names()) {
      if (name.startsWith("0") && name.compareTo(limit) < 0) {
        Files.setLastModifiedTime(log().resolve(name), FileTime.from(Instant.now().minus(by)));
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(log())) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Path log() {
    return directory.resolve("_delta_log");
  }
}
