package io.alluvium.inspect.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.config.PipelineParser;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import io.alluvium.inspect.Tables;
import io.alluvium.pipeline.Operations;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each fault is planted into tables that are right without it. */
class VerificationTest {
  private static final long FIRST = 1_700_000_000_000_000L;
  private static final long SECOND = FIRST + 1_000_000;
  private static final long THIRD = FIRST + 2_000_000;

  @TempDir Path directory;
  private Tables tables;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory).start(0);
  }

  /** Offsets 0 to 7: keys a to d, one of them late, one row without its key. */
  private void land() throws IOException {
    landFirst();
    landSecond();
  }

  private List<DataFile> landFirst() throws IOException {
    return tables.land(
        0,
        0,
        FIRST,
        tables.row("a", 100, "one", "p", FIRST),
        tables.row("b", 100, "one", null, FIRST),
        tables.row("c", 100, null, "x/y = %é'", FIRST),
        tables.row(null, 100, "no key", "p", FIRST));
  }

  private List<DataFile> landSecond() throws IOException {
    return tables.land(
        0,
        4,
        SECOND,
        tables.row("a", 99, "late", "p", SECOND),
        tables.row("b", 100, "tie: the later batch", "q", SECOND),
        tables.row("d", 200, "new", "q", SECOND));
  }

  private VerificationReport verify() throws IOException {
    return Verification.of(tables.config()).run();
  }

  private static void assertFound(VerificationReport report, Finding.Kind kind, String... words) {
    assertThat(report.right()).isFalse();
    assertThat(report.findings()).extracting(Finding::kind).containsExactly(kind);
    assertThat(report.findings().get(0).examples().get(0)).contains(words);
  }

  @Test
  void tablesThatAreRight() throws IOException {
    // Given
    land();
    tables.reduce(0, 7);

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(7);
    assertThat(report.incomplete()).containsExactly(Map.entry("k", 1L));
    assertThat(report.keys()).isEqualTo(4);
    assertThat(report.silverRows()).isEqualTo(4);
  }

  @Test
  void emptyTablesAreRight() throws IOException {
    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.right()).isTrue();
    assertThat(report.notices()).isEmpty();
  }

  @Test
  void bronzeMayBeAheadOfSilver() throws IOException {
    // Given
    landFirst();
    tables.reduce(0, 4);
    landSecond();

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.bronzeRows()).isEqualTo(4);
  }

  @Test
  void silverInTheMidstOfABatchWhoseRowsHaveKnownOffsets() throws IOException {
    // Given
    tables.land(0, 0, FIRST, tables.row("a", 1, "one", "p", FIRST));
    tables.reduce(0, 1);
    tables.land(
        0,
        1,
        SECOND,
        tables.row("b", 1, "taken", "p", SECOND),
        tables.row("c", 1, "not yet", "p", SECOND));
    tables.reduce(1, 2, rows -> rows.stream().filter(r -> !r.getString(0).equals("c")).toList());

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.keys()).isEqualTo(2);
  }

  @Test
  void silverInTheMidstOfABatchWhoseOffsetsNobodyKnows() throws IOException {
    // Given
    landFirst();
    tables.reduce(0, 2, rows -> rows.subList(0, 2));

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).singleElement().asString().contains("3 keys weren't compared");
  }

  @Test
  void aDuplicateKey() throws IOException {
    // Given
    land();
    tables.reduce(0, 7, rows -> plus(rows, rows.get(1)));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.DUPLICATE_KEY, "k=\"b\"", ".parquet");
  }

  @Test
  void aChangedCell() throws IOException {
    // Given
    land();
    tables.reduce(0, 7, rows -> changed(rows, 3, "v", "tampered"));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(
        report, Finding.Kind.DIFFERENT_ROW, "{k=\"d\"}: v is \"tampered\" and should be \"new\"");
  }

  @Test
  void aCellThatBecameNull() throws IOException {
    // Given
    land();
    tables.reduce(0, 7, rows -> changed(rows, 3, "part", null));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.DIFFERENT_ROW, "part is null and should be \"q\"");
  }

  @Test
  void anOlderRowThanTheNewest() throws IOException {
    // Given
    landFirst();
    tables.reduce(0, 4);
    landSecond();
    tables.move(tables.silver(), Operations.Reason.START, tables.appIds().silver(0), 4, 7);

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.MISSING_ROW, Finding.Kind.DIFFERENT_ROW);
  }

  @Test
  void aMissingKey() throws IOException {
    // Given
    land();
    tables.reduce(0, 7, rows -> rows.subList(0, 3));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.MISSING_ROW, "k=\"d\"", "offsets 4 to 7");
  }

  @Test
  void aRowThatBronzeDoesNotKnow() throws IOException {
    // Given
    land();
    tables.reduce(0, 7, rows -> plus(rows, Tables.with(rows.get(0), "k", "stranger")));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.EXTRA_ROW, "k=\"stranger\"");
  }

  @Test
  void eitherOfTwoTiedRowsInDifferentFilesOfOneBatch() throws IOException {
    // Given
    tables.land(
        0,
        0,
        FIRST,
        tables.row("a", 1, "one", "p", FIRST),
        tables.row("a", 1, "other", "q", FIRST));
    tables.reduce(0, 2, rows -> changed(changed(rows, 0, "v", "one"), 0, "part", "p"));

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void notTheEarlierOfTwoTiedRowsInOneFile() throws IOException {
    // Given
    tables.land(
        0,
        0,
        FIRST,
        tables.row("a", 1, "one", "p", FIRST),
        tables.row("a", 1, "other", "p", FIRST));
    tables.reduce(0, 2, rows -> changed(rows, 0, "v", "one"));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.DIFFERENT_ROW, "should be \"other\"");
  }

  @Test
  void aRemovedFileOfABatch() throws IOException {
    // Given
    List<DataFile> files = landFirst();
    DataFile noKeyAndA = files.stream().filter(f -> f.numRecords() == 2).findFirst().orElseThrow();
    tables.reduce(0, 4, rows -> rows.subList(1, 3));
    remove(List.of(noKeyAndA));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.ROW_COUNT, "offsets 0 to 4", "2 rows", "4 were written");
  }

  @Test
  void aRemovedBatch() throws IOException {
    // Given
    List<DataFile> files = landFirst();
    landSecond();
    remove(files);

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.MISSING_OFFSETS, "partition 0: 0 to 4");
  }

  @Test
  void aRemovedLastBatch() throws IOException {
    // Given
    landFirst();
    remove(landSecond());

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.MISSING_OFFSETS, "partition 0: 4 to 7");
  }

  @Test
  void aBatchThatIsThereTwice() throws IOException {
    // Given
    landFirst();
    List<DataFile> again =
        tables.write(0, 2, 3, SECOND, tables.row("c", 100, null, "x/y = %é'", SECOND));
    Tables.commit(tables.bronze(), again, List.of(), List.of(), Tables.append(0, 2, 3));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.REPEATED_OFFSETS, "partition 0: 2 to 3");
  }

  @Test
  void aFileThatHoldsOtherRowsThanItsStatisticsSay() throws IOException {
    // Given
    List<DataFile> files = landFirst();
    tables.reduce(0, 4);
    DataFile one = files.stream().filter(f -> f.numRecords() == 2).findFirst().orElseThrow();
    DataFile lying =
        new DataFile(
            one.path(),
            one.partitionValues(),
            one.size(),
            one.modificationTime(),
            one.numRecords(),
            one.stats().replace("\"numRecords\":2", "\"numRecords\":3"),
            one.tags());
    remove(List.of(one));
    Tables.commit(tables.bronze(), List.of(lying), List.of(), List.of(), Tables.append(0, 4, 4));

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).extracting(Finding::kind).contains(Finding.Kind.ROW_COUNT);
  }

  @Test
  void aPositionThatNoBatchReaches() throws IOException {
    // Given
    land();
    tables.reduce(0, 7);
    Tables.commit(
        tables.bronze(),
        List.of(),
        List.of(),
        List.of(new TxnAdvance(tables.appIds().bronze(0), 7, 9)),
        new Operation("STREAMING UPDATE", Map.of(), Map.of()));

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.MISSING_OFFSETS, "partition 0: 7 to 9");
  }

  @Test
  void offsetsWithoutRecords() throws IOException {
    // Given
    land();
    tables.reduce(0, 7);
    Tables.commit(
        tables.bronze(),
        List.of(),
        List.of(),
        List.of(new TxnAdvance(tables.appIds().bronze(0), 7, 9)),
        Tables.append(0, 7, 9));

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).isEmpty();
  }

  @Test
  void silverAheadOfBronze() throws IOException {
    // Given
    landFirst();
    tables.reduce(0, 5);

    // When
    VerificationReport report = verify();

    // Then
    assertFound(report, Finding.Kind.POSITION, "silver stands at 5, ahead of bronze at 4");
  }

  @Test
  void aGapThatWasAcceptedIsANotice() throws IOException {
    // Given
    landFirst();
    tables.reduce(0, 4);
    move(Operations.Reason.SKIP_GAP, 4, 10);
    tables.land(0, 10, THIRD, tables.row("e", 1, "after", "p", THIRD));
    tables.reduce(10, 11);

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices()).singleElement().asString().contains("4 to 10 were gone");
  }

  @Test
  void aRepetitionOnPurposeIsANotice() throws IOException {
    // Given
    landFirst();
    landSecond();
    tables.reduce(0, 7);
    move(Operations.Reason.RESET, 7, 4);
    long now = System.currentTimeMillis() * 1_000 + 1_000_000;
    tables.land(0, 4, now, tables.row("a", 99, "late", "p", now));
    tables.reduce(4, 5);

    // When
    VerificationReport report = verify();

    // Then
    assertThat(report.findings()).isEmpty();
    assertThat(report.notices())
        .singleElement()
        .asString()
        .contains("offsets 4 to 7 repeated on purpose by reset");
  }

  @Test
  void missingTablesCannotBeChecked() throws IOException {
    // Given
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Verification verification =
        Verification.of(
            PipelineParser.ofProcess().parse(Tables.configure(elsewhere), List.of()).config());

    // When
    var thrown = assertThatThrownBy(verification::run);

    // Then
    thrown
        .isInstanceOfSatisfying(
            UserException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.FAILED))
        .hasMessageContaining("cat.silver.latest doesn't exist");
    assertThat(elsewhere.resolve("silver")).doesNotExist();
  }

  private void move(Operations.Reason reason, long from, long to) throws IOException {
    tables.move(tables.bronze(), reason, tables.appIds().bronze(0), from, to);
    tables.move(tables.silver(), reason, tables.appIds().silver(0), from, to);
  }

  private void remove(List<DataFile> files) throws IOException {
    Tables.commit(
        tables.bronze(), List.of(), files, List.of(), new Operation("DELETE", Map.of(), Map.of()));
  }

  private static List<Row> plus(List<Row> rows, Row row) {
    List<Row> more = new ArrayList<>(rows);
    more.add(row);
    return more;
  }

  private static List<Row> changed(List<Row> rows, int index, String column, String value) {
    List<Row> changed = new ArrayList<>(rows);
    changed.set(index, Tables.with(rows.get(index), column, value));
    return changed;
  }
}
