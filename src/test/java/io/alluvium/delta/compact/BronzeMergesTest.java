package io.alluvium.delta.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Which bronze files are merged, and when. */
class BronzeMergesTest {
  private static final long KB = 1 << 10;
  private static final long TARGET = 8 << 20;
  private static final long NOW = 1_700_000_000_000_000L;
  private static final long LONG_AGO = NOW - Duration.ofHours(1).toNanos() / 1_000;
  private static final MergeSettings SETTINGS = new MergeSettings(TARGET, Duration.ofMinutes(5));

  private static DataFile file(int partition, String hour, int batch, long size, long ingest) {
    return new DataFile(
        "h=" + hour + "/" + partition + "-" + batch,
        Map.of("h", hour),
        size,
        0,
        10,
        null,
        Map.of(
            FileTags.PARTITION, Integer.toString(partition),
            FileTags.FROM, Long.toString(batch * 10L),
            FileTags.TO, Long.toString(batch * 10L + 10),
            FileTags.RECORDS, "10",
            FileTags.INGEST_TIME, Long.toString(ingest + batch)));
  }

  private static List<DataFile> files(int count, long size, long ingest) {
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(file(0, "a", i, size, ingest));
    }
    return files;
  }

  private static List<MergeGroup> plan(Eagerness eagerness, List<DataFile> files) {
    return new BronzeMerges(SETTINGS, eagerness).plan(files, partition -> Long.MAX_VALUE, NOW);
  }

  /** What the table has after the groups were merged, without loss of bytes. */
  private static List<DataFile> merged(List<DataFile> files, List<MergeGroup> groups) {
    List<DataFile> left = new ArrayList<>(files);
    for (MergeGroup group : groups) {
      left.removeAll(group.sources());
      left.add(
          new DataFile(
              group.sources().get(0).path() + "+",
              group.sources().get(0).partitionValues(),
              group.bytes(),
              0,
              group.rows(),
              null,
              group.tags()));
    }
    return left;
  }

  @Test
  void anOpenPartitionWaitsForEightOfASize() {
    // Given
    List<DataFile> seven = files(7, KB, NOW);
    List<DataFile> eight = files(8, KB, NOW);

    // When
    List<MergeGroup> ofSeven = plan(Eagerness.GRADUAL, seven);
    List<MergeGroup> ofEight = plan(Eagerness.GRADUAL, eight);

    // Then
    assertThat(ofSeven).isEmpty();
    assertThat(ofEight).hasSize(1);
    assertThat(ofEight.get(0).sources()).isEqualTo(eight);
  }

  @Test
  void anOpenPartitionRewritesARowOncePerTier() {
    // Given
    List<DataFile> files = new ArrayList<>();
    long flushed = 0;
    long rewritten = 0;

    // When: as many flushes as an hour has of two seconds, the partition open all the time
    for (int i = 0; i < 1_800; i++) {
      files.add(file(0, "a", i, 16 * KB, NOW));
      flushed += 16 * KB;
      List<MergeGroup> groups = plan(Eagerness.GRADUAL, files);
      rewritten += groups.stream().mapToLong(MergeGroup::bytes).sum();
      files = merged(files, groups);
    }

    // Then
    assertThat(rewritten).isLessThanOrEqualTo(4 * flushed);
    assertThat(files.size()).isLessThan(40);
  }

  @Test
  void aClosedPartitionBecomesFilesOfTheTargetSize() {
    // Given
    List<DataFile> files = files(100, 300 * KB, LONG_AGO);

    // When
    List<MergeGroup> groups = plan(Eagerness.GRADUAL, files);

    // Then
    assertThat(groups).allMatch(group -> group.bytes() <= TARGET);
    assertThat(merged(files, groups)).hasSize(4);
  }

  @Test
  void aLateRowDoesNotRewriteALargeFile() {
    // Given
    List<DataFile> files =
        List.of(file(0, "a", 0, 3 << 20, LONG_AGO), file(0, "a", 1, KB, LONG_AGO));

    // When
    List<MergeGroup> groups = plan(Eagerness.GRADUAL, files);

    // Then
    assertThat(groups).isEmpty();
    assertThat(plan(Eagerness.CLOSED, files)).hasSize(1);
  }

  @Test
  void onDemandOnlyClosedPartitionsUnlessAllAreWanted() {
    // Given
    List<DataFile> files = files(3, KB, NOW);

    // When
    List<MergeGroup> closed = plan(Eagerness.CLOSED, files);
    List<MergeGroup> all = plan(Eagerness.ALL, files);

    // Then
    assertThat(closed).isEmpty();
    assertThat(all).hasSize(1);
  }

  @Test
  void whatSilverHasNotPassedIsLeftAlone() {
    // Given
    List<DataFile> files = files(10, KB, LONG_AGO);

    // When
    List<MergeGroup> groups =
        new BronzeMerges(SETTINGS, Eagerness.ALL).plan(files, partition -> 49, NOW);

    // Then
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).sources()).isEqualTo(files.subList(0, 4));
  }

  @Test
  void batchesOfTwoRoundsAreNotMerged() {
    // Given: 0 to 20, then again from 10 on after a reset, the batch between in another hour
    List<DataFile> files =
        List.of(
            file(0, "a", 0, KB, LONG_AGO),
            file(0, "b", 1, KB, LONG_AGO),
            file(0, "a", 1, KB, LONG_AGO + 1_000));

    // When
    List<MergeGroup> groups = plan(Eagerness.ALL, files);

    // Then
    assertThat(groups).isEmpty();
  }

  @Test
  void theTagIsBounded() {
    // Given: batches of which each has rows in another hour too
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      DataFile whole = file(0, "a", i, KB, LONG_AGO);
      files.add(whole);
      files.add(file(0, "b", i, KB, LONG_AGO));
    }
    files = files.stream().map(f -> ofTwenty(f)).toList();

    // When
    List<MergeGroup> groups = plan(Eagerness.ALL, files);

    // Then
    assertThat(groups).hasSize(6);
    assertThat(groups)
        .allMatch(group -> group.tags().get(FileTags.BATCHES).length() < 30_000)
        .allMatch(group -> group.sources().size() <= MergeSettings.MAX_RUNS);
    assertThat(plan(Eagerness.ALL, merged(files, groups))).isEmpty();
  }

  private static DataFile ofTwenty(DataFile file) {
    Map<String, String> tags = new java.util.HashMap<>(file.tags());
    tags.put(FileTags.RECORDS, "20");
    return new DataFile(
        file.path(), file.partitionValues(), file.size(), 0, file.numRecords(), null, tags);
  }

  @Property
  void aPlanKeepsTheRules(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 2_000) Integer> sizes,
      @ForAll Eagerness eagerness,
      @ForAll @IntRange(min = 0, max = 400) int below) {
    // Given
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      int size = sizes.get(i);
      files.add(
          file(
              size % 2,
              size % 3 == 0 ? "a" : "b",
              i,
              size * (3 * KB),
              size < 999 ? NOW : LONG_AGO));
    }

    // When
    List<MergeGroup> groups =
        new BronzeMerges(SETTINGS, eagerness).plan(files, partition -> below, NOW);

    // Then
    Set<DataFile> used = new HashSet<>();
    for (MergeGroup group : groups) {
      assertThat(group.sources()).hasSizeGreaterThan(1).allMatch(used::add);
      assertThat(group.sources().stream().map(DataFile::partitionValues).distinct()).hasSize(1);
      assertThat(group.sources().stream().map(f -> f.tags().get(FileTags.PARTITION)).distinct())
          .containsExactly(group.tags().get(FileTags.PARTITION));
      List<Long> froms =
          group.sources().stream().map(f -> Long.parseLong(f.tags().get(FileTags.FROM))).toList();
      assertThat(froms).isSorted();
      assertThat(froms).allMatch(from -> from + 10 <= below);
      assertThat(group.bytes()).isLessThanOrEqualTo(TARGET);
    }
  }
}
