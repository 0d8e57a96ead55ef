package io.alluvium.upsert;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.store.FileState;
import io.alluvium.upsert.Owner.Untagged;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which files are rewritten by flushes, and which are put together. */
class RewritePlansTest {
  private static final int KB = 1 << 10;
  private static final long TARGET = 64L << 20;

  @Test
  void aFlushRewritesWhatIsMostlyDeadAsFarAsItsOwnWorkGoes() {
    // Given
    List<FileState<DataFile>> files =
        List.of(
            state(file("half", "a", 1), 10_000, 4_000, 3_000),
            state(file("little left", "a", 1), 10_000, 1_500, 2_000),
            state(file("mostly live", "a", 1), 10_000, 9_000, 1_000),
            state(file("not touched", "a", 1), 10_000, 10, 0));

    // When
    Collection<DataFile> chosen = new MergeOnReadPlan(Untagged.OWN).choose(files);

    // Then
    assertThat(chosen).extracting(DataFile::path).containsExactly("little left", "half");
  }

  @Test
  void aFlushLeavesFilesThatWouldCostMoreThanItDoes() {
    // Given
    List<FileState<DataFile>> files =
        List.of(state(file("big", "a", 1), 1_000_000, 400_000, 10_000));

    // When
    Collection<DataFile> chosen = new MergeOnReadPlan(Untagged.OWN).choose(files);

    // Then
    assertThat(chosen).isEmpty();
  }

  @Test
  void sharedFilesAreOnlyMarkedAndNeverPutTogether() {
    // Given
    List<FileState<DataFile>> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(state(file("f" + i, "a", KB, null), 100, 10, 5));
    }

    // When
    Collection<DataFile> rewritten = new MergeOnReadPlan(Untagged.SHARED).choose(files);
    Collection<DataFile> together = new CompactionPlan(TARGET, Untagged.SHARED).choose(files);

    // Then
    assertThat(rewritten).isEmpty();
    assertThat(together).isEmpty();
  }

  @Test
  void eightFilesOfATierAndOnePartitionMakeOneOfTheNext() {
    // Given: eight small ones of one partition, seven of another, and larger ones
    List<FileState<DataFile>> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(state(file("small" + i, "a", 10 * KB), 100, 100, 0));
      files.add(state(file("large" + i, "a", 30 << 20), 1_000_000, 1_000_000, 0));
    }
    for (int i = 0; i < 7; i++) {
      files.add(state(file("other" + i, "b", 10 * KB), 100, 100, 0));
    }

    // When
    List<DataFile> chosen = new CompactionPlan(TARGET, Untagged.OWN).choose(files);

    // Then
    assertThat(chosen).hasSize(8).allMatch(file -> file.path().startsWith("small"));
  }

  @Test
  void filesGrowToTheTargetAndNoFurther() {
    // Given
    List<FileState<DataFile>> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(state(file("f" + i, "a", 20 << 20), 1_000_000, 1_000_000, 0));
    }

    // When
    List<DataFile> chosen = new CompactionPlan(TARGET, Untagged.OWN).choose(files);

    // Then
    assertThat(chosen).hasSize(3);
  }

  @Test
  void theFileWithMostDeadBytesIsRewrittenOnceHalfOfItIsDead() {
    // Given
    List<FileState<DataFile>> files =
        List.of(
            state(file("small", "a", KB), 100, 1, 0),
            state(file("big", "a", 60 << 20), 1_000_000, 500_000, 0),
            state(file("bigger, but alive", "a", 63 << 20), 1_000_000, 600_000, 0));

    // When
    List<DataFile> chosen = new CompactionPlan(TARGET, Untagged.OWN).choose(files);

    // Then
    assertThat(chosen).extracting(DataFile::path).containsExactly("big");
  }

  @Test
  void withoutVectorsEveryTouchedFileIsRewritten() {
    // Given
    List<FileState<DataFile>> files =
        List.of(
            state(file("touched", "a", KB), 1_000_000, 999_999, 1),
            state(file("not touched", "a", KB), 100, 100, 0));

    // When
    Collection<DataFile> chosen =
        new CopyOnWritePlan(new CompactionPlan(TARGET, Untagged.OWN)).choose(files);

    // Then
    assertThat(chosen).extracting(DataFile::path).containsExactly("touched");
  }

  private static FileState<DataFile> state(DataFile file, int rows, int live, int superseded) {
    return new FileState<>(file, rows, live, superseded);
  }

  private static DataFile file(String path, String partition, long size) {
    return file(path, partition, size, "0/4");
  }

  private static DataFile file(String path, String partition, long size, String owner) {
    Map<String, String> tags = owner == null ? Map.of() : Map.of(FileTags.OWNER, owner);
    return new DataFile(path, Map.of("day", partition), size, 0, 100, null, tags);
  }
}
