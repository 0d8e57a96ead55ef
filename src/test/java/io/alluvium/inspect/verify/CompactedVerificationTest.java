package io.alluvium.inspect.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.inspect.Tables;
import io.alluvium.maintain.Optimizers;
import io.alluvium.pipeline.Operations;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What verify finds it still finds once bronze's files are merged. */
class CompactedVerificationTest {
  private static final long INGEST = 1_700_000_000_000_000L;
  private static final long DAY = 86_400;

  @TempDir private Path directory;
  private Tables tables;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory).start(0);
  }

  /** A batch with one row of each given text, in two table partitions. */
  private List<DataFile> land(long from, String value) throws IOException {
    return tables.land(0, from, INGEST + from, rows(from, value));
  }

  private Row[] rows(long from, String value) {
    long ingest = INGEST + from;
    return new Row[] {
      tables.row("a", from, value, "p", ingest),
      tables.row("b", DAY + from, value, "p", ingest),
      tables.row("tied", 7, value, from % 4 == 0 ? "p" : "q", ingest),
      tables.row(null, from, value, "p", ingest)
    };
  }

  private MergeReport optimize() throws IOException {
    return Optimizers.open(tables.config(), Clock.systemUTC()).bronze(Eagerness.ALL).run();
  }

  private VerificationReport verify() throws IOException {
    return Verification.of(tables.config()).run();
  }

  @Test
  void tablesThatAreRight() throws IOException {
    // Given
    for (int i = 0; i < 12; i++) {
      land(4L * i, "v" + i);
    }
    tables.reduce(0, 48);
    VerificationReport before = verify();

    // When
    MergeReport merged = optimize();

    // Then
    VerificationReport after = verify();
    assertThat(merged.removedFiles()).isGreaterThan(20);
    assertThat(tables.bronze().snapshot().files()).hasSizeLessThan(5);
    assertThat(after.findings()).isEmpty();
    assertThat(after.notices()).isEmpty();
    assertThat(after.bronzeRows()).isEqualTo(before.bronzeRows()).isEqualTo(48);
    assertThat(after.outOfSilver()).isEqualTo(before.outOfSilver());
    assertThat(after.keys()).isEqualTo(3);
  }

  @Test
  void whatSilverHasNotTakenIsNeitherMergedNorCompared() throws IOException {
    // Given
    land(0, "one");
    land(4, "two");
    tables.reduce(0, 8);
    land(8, "three");
    land(12, "four");

    // When
    optimize();

    // Then
    assertThat(verify().findings()).isEmpty();
    assertThat(verify().bronzeRows()).isEqualTo(8);
    assertThat(tables.bronze().snapshot().files())
        .filteredOn(file -> !file.tags().containsKey(FileTags.BATCHES))
        .hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void anOlderTiedRowInSilverIsWrong() throws IOException {
    // Given: the later batch's tied row is in another table partition than the earlier one's
    land(0, "one");
    land(4, "two");
    tables.reduce(
        0,
        8,
        rows ->
            rows.stream()
                .map(row -> row.getString(0).equals("tied") ? Tables.with(row, "v", "one") : row)
                .toList());

    // When
    optimize();

    // Then
    assertThat(verify().findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.DIFFERENT_ROW);
  }

  @Test
  void aMissingBatchIsMissedInMergedFilesToo() throws IOException {
    // Given
    for (int i = 0; i < 3; i++) {
      land(4L * i, "v");
    }
    List<DataFile> lost = land(12, "v");
    for (int i = 4; i < 8; i++) {
      land(4L * i, "v");
    }
    tables.reduce(0, 32);
    remove(lost);

    // When
    optimize();

    // Then
    assertThat(verify().findings())
        .filteredOn(f -> f.kind() == Finding.Kind.MISSING_OFFSETS)
        .singleElement()
        .satisfies(f -> assertThat(f.examples()).anyMatch(e -> e.contains("12 to 16")));
  }

  @Test
  void aFileThatIsLostFromABatchIsMissedInMergedFilesToo() throws IOException {
    // Given
    land(0, "v");
    List<DataFile> some = land(4, "v");
    land(8, "v");
    tables.reduce(0, 12);
    remove(some.subList(0, 1));

    // When
    optimize();

    // Then
    assertThat(verify().findings()).extracting(Finding::kind).contains(Finding.Kind.ROW_COUNT);
  }

  @Test
  void aRepeatedBatchIsFoundInMergedFilesToo() throws IOException {
    // Given
    land(0, "v");
    land(4, "v");
    Tables.commit(
        tables.bronze(),
        tables.write(0, 0, 4, INGEST + 9, rows(0, "v")),
        List.of(),
        List.of(),
        new Operation("STREAMING UPDATE", Map.of(), Map.of()));
    tables.reduce(0, 8);

    // When
    optimize();

    // Then
    assertThat(verify().findings())
        .extracting(Finding::kind)
        .contains(Finding.Kind.REPEATED_OFFSETS);
  }

  @Test
  void aMergedFileWhoseTagLiesIsFound() throws IOException {
    // Given
    land(0, "v");
    land(4, "v");
    tables.reduce(0, 8);
    optimize();
    DataFile file =
        tables.bronze().snapshot().files().stream()
            .filter(f -> f.tags().containsKey(FileTags.BATCHES))
            .findFirst()
            .orElseThrow();
    Map<String, String> tags = new HashMap<>(file.tags());
    tags.computeIfPresent(
        FileTags.BATCHES, (name, text) -> text.replaceFirst(",\\d+,(\\d+)$", ",9,$1"));
    String copy = DataFilePath.decode(file.path()) + ".copy";
    Path root = Path.of(tables.bronze().path());
    Files.copy(root.resolve(DataFilePath.decode(file.path())), root.resolve(copy));

    // When
    Tables.commit(
        tables.bronze(),
        List.of(
            new DataFile(
                DataFilePath.encode(copy),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                file.numRecords(),
                file.stats(),
                tags)),
        List.of(file),
        List.of(),
        new Operation("WRITE", Map.of(), Map.of()));

    // Then
    assertThat(verify().findings()).extracting(Finding::kind).contains(Finding.Kind.ROW_COUNT);
  }

  @Test
  void whatResetRepeatedStaysApartAndRight() throws IOException {
    // Given
    land(0, "v");
    land(4, "v");
    tables.reduce(0, 8);
    tables.move(tables.silver(), Operations.Reason.RESET, tables.appIds().silver(0), 8, 0);
    tables.move(tables.bronze(), Operations.Reason.RESET, tables.appIds().bronze(0), 8, 0);
    tables.land(0, 0, INGEST + 2_000_000_000_000_000L, rows(0, "w"));
    tables.land(0, 4, INGEST + 2_000_000_000_000_001L, rows(4, "w"));
    tables.reduce(0, 8);
    VerificationReport before = verify();

    // When
    MergeReport merged = optimize();

    // Then
    assertThat(merged.commits()).isPositive();
    assertThat(verify().findings()).isEqualTo(before.findings());
    assertThat(verify().notices()).isEqualTo(before.notices());
    assertThat(verify().bronzeRows()).isEqualTo(before.bronzeRows());
  }

  private void remove(List<DataFile> files) throws IOException {
    Tables.commit(
        tables.bronze(), List.of(), files, List.of(), new Operation("DELETE", Map.of(), Map.of()));
  }
}
