package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Version n is committed at second n, unless a test says otherwise. */
class ExpiredLogTest {
  private static final int ALL = 1000;

  @Test
  void theNewestCheckpointAtOrBeforeTheCutOffStaysWithItsCommit() {
    // Given
    List<LogFile> log = commits(0, 35);
    log.addAll(checkpoints(10, 20, 30));

    // When
    List<String> expired = names(log, 25);

    // Then
    assertThat(expired).hasSize(21);
    assertThat(expired.get(0)).isEqualTo("00000000000000000000.json");
    assertThat(expired)
        .contains("00000000000000000010.checkpoint.parquet", "00000000000000000019.json")
        .noneMatch(name -> name.compareTo("00000000000000000020") >= 0);
  }

  @Test
  void aCheckpointAtTheCutOffIsIdeal() {
    // Given
    List<LogFile> log = commits(0, 25);
    log.addAll(checkpoints(10, 20));

    // When
    List<String> expired = names(log, 20);

    // Then
    assertThat(expired).contains("00000000000000000019.json").hasSize(21);
  }

  @Test
  void withoutAnExpiredCheckpointEverythingStays() {
    // Given
    List<LogFile> log = commits(0, 25);
    log.addAll(checkpoints(20));

    // When
    List<String> expired = names(log, 19);

    // Then
    assertThat(expired).isEmpty();
  }

  @Test
  void everyKindOfFileOfTheVersionsBeforeGoes() {
    // Given
    List<LogFile> log = commits(0, 30);
    log.addAll(checkpoints(20));
    List<String> old =
        List.of(
            "00000000000000000005.crc",
            "00000000000000000010.checkpoint.0000000001.0000000002.parquet",
            "00000000000000000010.checkpoint.0000000002.0000000002.parquet",
            "00000000000000000010.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json",
            "00000000000000000012.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.parquet",
            "00000000000000000003.00000000000000000009.compacted.json",
            "00000000000000000020.00000000000000000025.compacted.json");
    old.forEach(name -> log.add(file(name, 1)));
    List<String> stays =
        List.of(
            "00000000000000000020.crc", "00000000000000000021.00000000000000000025.compacted.json");
    stays.forEach(name -> log.add(file(name, 1)));

    // When
    List<String> expired = names(log, 28);

    // Then
    assertThat(expired)
        .containsAll(old)
        .doesNotContainAnyElementsOf(stays)
        .hasSize(20 + old.size());
  }

  @Test
  void anIncompleteAnEmptyOrAnUnknownCheckpointIsNone() {
    // Given
    List<LogFile> log = commits(0, 40);
    log.addAll(checkpoints(10));
    log.add(file("00000000000000000020.checkpoint.0000000001.0000000002.parquet", 20));
    log.add(LogFile.of("00000000000000000025.checkpoint.parquet", 0, 25_000).orElseThrow());
    log.add(file("00000000000000000030.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json", 30));

    // When
    List<String> expired = names(log, 40);

    // Then
    assertThat(expired).hasSize(10).doesNotContain("00000000000000000010.json");
  }

  @Test
  void aCheckpointInPartsDoesWhenAllAreThere() {
    // Given
    List<LogFile> log = commits(0, 40);
    log.add(file("00000000000000000020.checkpoint.0000000001.0000000002.parquet", 20));
    log.add(file("00000000000000000020.checkpoint.0000000002.0000000002.parquet", 20));

    // When
    List<String> expired = names(log, 40);

    // Then
    assertThat(expired).hasSize(20);
  }

  @Test
  void whereReadersBeginStays() {
    // Given
    List<LogFile> log = commits(0, 40);
    log.addAll(checkpoints(10, 20, 30));

    // When
    List<String> expired =
        ExpiredLog.names(log, new ExpiredLog.Bounds(40_000, OptionalLong.of(20), 0), ALL);

    // Then
    assertThat(expired).contains("00000000000000000019.json").hasSize(21);
  }

  @Test
  void protectedVersionsGoTogetherOrNotAtAll() {
    // Given
    List<LogFile> log = commits(0, 40);
    log.addAll(checkpoints(10, 20, 30));

    // When
    List<String> expired =
        ExpiredLog.names(log, new ExpiredLog.Bounds(25_000, OptionalLong.empty(), 21), ALL);

    // Then
    assertThat(expired).isEmpty();
    assertThat(ExpiredLog.names(log, new ExpiredLog.Bounds(35_000, OptionalLong.empty(), 21), ALL))
        .hasSize(32);
  }

  @Test
  void aClockThatWentBackMakesNoVersionOlderThanTheOneBefore() {
    // Given
    List<LogFile> log = commits(0, 9);
    log.addAll(checkpoints(10));
    log.add(file("00000000000000000010.json", 100));
    log.addAll(commits(11, 20));

    // When
    List<String> expired = names(log, 20);

    // Then
    assertThat(expired).isEmpty();
    assertThat(names(log, 101)).hasSize(10);
  }

  @Test
  void aRunIsBoundedAndBeginsWithTheOldest() {
    // Given
    List<LogFile> log = commits(0, 40);
    log.addAll(checkpoints(30));

    // When
    List<String> expired =
        ExpiredLog.names(log, new ExpiredLog.Bounds(40_000, OptionalLong.empty(), 0), 3);

    // Then
    assertThat(expired)
        .containsExactly(
            "00000000000000000000.json", "00000000000000000001.json", "00000000000000000002.json");
  }

  @Test
  void whatBelongsToNoVersionIsNotTouched() {
    // When
    List<String> names =
        List.of(
            "_last_checkpoint",
            "_sidecars",
            "_staged_commits",
            "00000000000000000010.json.tmp",
            "0.json",
            "00000000000000000010.checkpoint.crc");

    // Then
    assertThat(names).allMatch(name -> LogFile.of(name, 1, 0).isEmpty());
  }

  @Property(tries = 300)
  void everyVersionFromTheCutOffOnCanBeRebuilt(
      @ForAll @Size(min = 1, max = 30) List<@LongRange(min = 0, max = 40) Long> commitSeconds,
      @ForAll @IntRange(min = 1, max = 7) int interval,
      @ForAll @LongRange(min = 0, max = 45) long cutOff) {
    // Given
    List<LogFile> log = new ArrayList<>();
    for (int version = 0; version < commitSeconds.size(); version++) {
      log.add(file("%020d.json".formatted(version), commitSeconds.get(version)));
      if (version > 0 && version % interval == 0) {
        log.add(file("%020d.checkpoint.parquet".formatted(version), 0));
      }
    }

    // When
    List<String> expired = names(log, cutOff);

    // Then
    List<LogFile> left = log.stream().filter(file -> !expired.contains(file.name())).toList();
    for (int version = 0; version < commitSeconds.size(); version++) {
      if (commitSeconds.get(version) > cutOff) {
        assertThat(isRebuildable(version, left)).as("version " + version).isTrue();
      }
    }
    assertThat(isRebuildable(commitSeconds.size() - 1, left)).isTrue();
  }

  private static boolean isRebuildable(long version, List<LogFile> left) {
    for (long from = version; from >= 0; from--) {
      if (has(left, "%020d.checkpoint.parquet".formatted(from))) {
        return true;
      }
      if (!has(left, "%020d.json".formatted(from))) {
        return false;
      }
    }
    return true;
  }

  private static boolean has(List<LogFile> files, String name) {
    return files.stream().anyMatch(file -> file.name().equals(name));
  }

  private static List<String> names(List<LogFile> log, long cutOffSecond) {
    return ExpiredLog.names(
        log, new ExpiredLog.Bounds(cutOffSecond * 1000, OptionalLong.empty(), 0), ALL);
  }

  private static List<LogFile> commits(long from, long to) {
    return new ArrayList<>(
        LongStream.rangeClosed(from, to)
            .mapToObj(v -> file("%020d.json".formatted(v), v))
            .toList());
  }

  private static List<LogFile> checkpoints(long... versions) {
    return LongStream.of(versions)
        .mapToObj(v -> file("%020d.checkpoint.parquet".formatted(v), v))
        .toList();
  }

  private static LogFile file(String name, long second) {
    return LogFile.of(name, 100, second * 1000).orElseThrow();
  }
}
