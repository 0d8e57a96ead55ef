package io.alluvium.inspect.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineParser;
import io.alluvium.config.SilverConfig;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.verify.ExpectedRows.Batch;
import io.alluvium.inspect.verify.ExpectedRows.Verdict;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is accepted of rows of one key, by what is known of their order. */
class ExpectedRowsTest {
  /** Numbers of files. */
  private static final int SHUFFLED = 0;

  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int SECOND_TOO = 3;

  /** A batch of somebody else's files, and two of ours, the later in two files. */
  private static final List<Batch> BATCHES =
      List.of(new Batch(0, -1), new Batch(1, 0), new Batch(2, 0), new Batch(2, 0));

  @TempDir private Path directory;
  private SilverConfig silver;
  private Fingerprint layout;
  private ExpectedRows expected;

  @BeforeEach
  void open() throws IOException {
    open(List.of());
  }

  private void open(List<String> overrides) throws IOException {
    silver =
        PipelineParser.ofProcess().parse(Tables.configure(directory), overrides).config().silver();
    layout = new Fingerprint(silver, Set.of(), 0);
    expected = new ExpectedRows(layout, BATCHES);
  }

  private Row row(int file, long at, String value) {
    Row row = Tables.row(silver.table().schema(), "key", at, value, "p", null, null, 0);
    return layout.of(row, file, BronzeFiles.UNKNOWN);
  }

  private Verdict verdict(long at, String value) {
    return expected.judge(row(SHUFFLED, at, value));
  }

  private boolean accepts(String value) {
    return verdict(7, value) == Verdict.RIGHT;
  }

  private void foldAll() {
    expected = new ExpectedRows(layout, BATCHES);
    expected.fold(row(FIRST, 7, "first"));
    expected.fold(row(SHUFFLED, 7, "shuffled"));
    expected.fold(row(SECOND, 7, "second"));
    expected.fold(row(SHUFFLED, 7, "shuffled too"));
  }

  @Test
  void ofTiedRowsThatOthersHaveShuffledEachIsAccepted() {
    // Given
    List<String> values = List.of("first", "shuffled", "second", "shuffled too", "never there");

    // When
    List<String> accepted =
        values.stream()
            .filter(
                value -> {
                  foldAll();
                  return accepts(value);
                })
            .toList();

    // Then
    assertThat(accepted).containsExactly("shuffled", "second", "shuffled too");
  }

  @Test
  void theLaterOfTwoBatchesWinsWhicheverIsReadFirst() {
    // Given
    expected.fold(row(SECOND, 7, "second"));

    // When
    expected.fold(row(FIRST, 7, "first"));

    // Then
    assertThat(accepts("second")).isTrue();
  }

  @Test
  void aNewerRowEndsAllTies() {
    // Given
    foldAll();

    // When
    expected.fold(row(FIRST, 8, "newer"));

    // Then
    assertThat(verdict(7, "second")).isEqualTo(Verdict.DIFFERENT);
  }

  @Test
  void aTieOfWhichOneDeletesIsDecidedByANewerRow() throws IOException {
    // Given
    open(List.of("silver.delete-when=v = gone"));
    expected.fold(row(SECOND, 7, "stays"));
    expected.delete(row(SECOND_TOO, 7, "gone"));
    int undecided = expected.unsureKeys();

    // When
    expected.fold(row(FIRST, 8, "newer"));

    // Then
    assertThat(undecided).isOne();
    assertThat(expected.unsureKeys()).isZero();
    assertThat(verdict(8, "newer")).isEqualTo(Verdict.RIGHT);
  }
}
