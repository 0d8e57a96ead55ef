package io.alluvium.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.compact.BronzeMerges;
import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import io.alluvium.delta.compact.MergeGroup;
import io.alluvium.delta.compact.MergeReport;
import io.alluvium.delta.compact.MergeSettings;
import io.alluvium.delta.compact.OptimizeOperation;
import io.alluvium.delta.compact.TableMerger;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.TableHistory;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges that are met by others, by failures, by an end. */
class TableMergerTest {
  private static final long INGEST = 1_700_000_000_000_000L;

  @TempDir private Path directory;
  private Tables tables;

  @BeforeEach
  void land() throws IOException {
    tables = Tables.create(directory).start(0);
    for (int i = 0; i < 3; i++) {
      tables.land(0, i, INGEST + i, tables.row("k" + i, i, "v", "p", INGEST + i));
    }
    tables.reduce(0, 3);
  }

  /** The table, with something in place of a commit. */
  private record OtherCommit(TableLog table, Commit commit) implements TableLog {
    private interface Commit {
      CommitOutcome commit(TableLog table, TableChange change) throws IOException;
    }

    @Override
    public String path() {
      return table.path();
    }

    @Override
    public TableSnapshot snapshot() throws IOException {
      return table.snapshot();
    }

    @Override
    public CommitOutcome commit(TableChange change) throws IOException {
      return commit.commit(table, change);
    }
  }

  private MergeReport merge(TableLog table, Predicate<MergeGroup> wanted) throws IOException {
    List<MergeGroup> groups =
        new BronzeMerges(new MergeSettings(1 << 20, Duration.ZERO), Eagerness.ALL)
            .plan(table.snapshot().files(), partition -> 3, 0);
    return new TableMerger(
            table,
            new LocalTableStorage(Path.of(table.path())),
            Clock.systemUTC(),
            OptimizeOperation.Trigger.SERVICE,
            () -> false)
        .merge(table.snapshot(), groups, wanted);
  }

  private Set<String> onDisk() throws IOException {
    Path root = Path.of(tables.bronze().path());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".parquet"))
          .collect(Collectors.toSet());
    }
  }

  private Set<String> active() throws IOException {
    Set<String> paths = new HashSet<>();
    for (DataFile file : tables.bronze().snapshot().files()) {
      paths.add(DataFilePath.decode(file.path()));
    }
    return paths;
  }

  @Test
  void aMergeIsAnOptimizeThatChangesNoData() throws IOException {
    // When
    MergeReport report = merge(tables.bronze(), group -> true);

    // Then
    TableHistory.Entry entry =
        TableHistory.read(PipelineLogs.of(tables.config()).bronze(), 1).get(0);
    assertThat(entry.operation()).isEqualTo("OPTIMIZE");
    assertThat(entry.metrics())
        .containsEntry("numRemovedFiles", "3")
        .containsEntry("numAddedFiles", "1")
        .containsEntry("numRemovedBytes", Long.toString(report.removedBytes()))
        .containsEntry("numAddedBytes", Long.toString(report.addedBytes()));
    String commit =
        Files.readString(
            Path.of(tables.bronze().path(), "_delta_log", "%020d.json".formatted(entry.version())));
    assertThat(commit).contains("\"dataChange\":false").doesNotContain("\"dataChange\":true");
    assertThat(active()).hasSize(1);
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
  }

  @Test
  void aWriterGoesOnAfterAMerge() throws IOException {
    // Given
    merge(tables.bronze(), group -> true);

    // When
    for (int i = 3; i < 24; i++) {
      tables.land(0, i, INGEST + i, tables.row("k" + i, i, "v", "p", INGEST + i));
    }

    // Then
    tables.reduce(3, 24);
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
    assertThat(Verification.of(tables.config()).run().bronzeRows()).isEqualTo(24);
  }

  @Test
  void filesThatOthersRemovedMeanwhileEndIt() throws IOException {
    // Given
    Set<String> before = onDisk();
    DataFile first = tables.bronze().snapshot().files().get(0);
    TableLog overtaken =
        new OtherCommit(
            tables.bronze(),
            (table, change) -> {
              Tables.commit(
                  table,
                  List.of(),
                  List.of(first),
                  List.of(),
                  new Operation("DELETE", Map.of(), Map.of()));
              return table.commit(change);
            });

    // When
    MergeReport report = merge(overtaken, group -> true);

    // Then
    assertThat(report).isEqualTo(new MergeReport(0, 0, 0, 0, 0, 1));
    assertThat(onDisk()).isEqualTo(before);
    assertThat(active()).hasSize(2);
  }

  @Test
  void aLostAnswerIsAskedAgain() throws IOException {
    // Given
    boolean[] lost = new boolean[1];
    TableLog forgetful =
        new OtherCommit(
            tables.bronze(),
            (table, change) -> {
              CommitOutcome outcome = table.commit(change);
              if (!lost[0]) {
                lost[0] = true;
                throw new IOException("the answer is lost");
              }
              return outcome;
            });

    // When
    MergeReport report = merge(forgetful, group -> true);

    // Then
    assertThat(report.commits()).isEqualTo(1);
    assertThat(active()).hasSize(1);
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
  }

  @Test
  void aCommitOfUnknownOutcomeKeepsItsFiles() throws IOException {
    // Given
    TableLog mute =
        new OtherCommit(
            tables.bronze(),
            (table, change) -> {
              table.commit(change);
              throw new IOException("no answer ever");
            });

    // When
    var merging = assertThatThrownBy(() -> merge(mute, group -> true));

    // Then
    merging.isInstanceOf(IOException.class);
    assertThat(onDisk()).containsAll(active());
    assertThat(Verification.of(tables.config()).run().findings()).isEmpty();
  }

  @Test
  void anEndBeforeTheCommitLeavesOnlyAFileForVacuum() throws IOException {
    // Given
    Set<String> before = onDisk();

    // When
    var merging =
        assertThatThrownBy(
            () ->
                merge(
                    tables.bronze(),
                    group -> {
                      throw new AssertionError("killed");
                    }));

    // Then
    merging.hasMessage("killed");
    assertThat(active()).isEqualTo(before);
    assertThat(onDisk()).hasSize(before.size() + 1);
    Vacuum vacuum =
        new Vacuum(
            tables.config(),
            Vacuum.Safety.CHECKED,
            Clock.offset(Clock.systemUTC(), Duration.ofDays(8)));
    vacuum.apply(
        PipelineLogs.of(tables.config()).bronze(),
        vacuum.plan(PipelineLogs.of(tables.config()).bronze(), Optional.empty()).orElseThrow());
    assertThat(onDisk()).isEqualTo(before);
  }

  @Test
  void whatIsNotWantedAnyMoreIsDropped() throws IOException {
    // Given
    Set<String> before = onDisk();

    // When
    MergeReport report = merge(tables.bronze(), group -> false);

    // Then
    assertThat(report).isEqualTo(MergeReport.NOTHING);
    assertThat(onDisk()).isEqualTo(before);
  }
}
