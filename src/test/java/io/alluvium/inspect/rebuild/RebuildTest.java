package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.compact.BronzeMerges.Eagerness;
import io.alluvium.error.UserException;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.inspect.verify.VerificationReport;
import io.alluvium.maintain.Optimizers;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildTest {
  private static final long INGEST = 1_700_000_000_000_000L;
  private static final long DAY = 86_400;

  @TempDir private Path directory;
  private Tables tables;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory).start(0);
  }

  /** A batch of four rows in two table partitions, the last of which can't enter silver. */
  private List<DataFile> land(long from, String value) throws IOException {
    return tables.land(0, from, INGEST + from, rows(from, value));
  }

  private Row[] rows(long from, String value) {
    long ingest = INGEST + from;
    return new Row[] {
      tables.row("a", from, value, "p", ingest),
      tables.row("b", DAY + from, value, "p", ingest),
      tables.row("tied", 7, value, from % 8 == 0 ? "p" : "q", ingest),
      tables.row(null, from, value, "p", ingest)
    };
  }

  private Row[] manyRows(long from) {
    return LongStream.iterate(from, at -> at < from + 400, at -> at + 4)
        .mapToObj(at -> rows(at, "v" + at))
        .flatMap(Arrays::stream)
        .toArray(Row[]::new);
  }

  private PipelineConfig config(String... sets) {
    return PipelineParser.ofProcess().parse(tables.file(), List.of(sets)).config();
  }

  private static RebuildReport rebuild(PipelineConfig config) throws IOException {
    Rebuild rebuild = new Rebuild(config, Clock.systemUTC());
    return rebuild.run(rebuild.plan(1), RebuildProgress.NONE);
  }

  private static VerificationReport verify(PipelineConfig config) throws IOException {
    return Verification.of(config).run();
  }

  private static TableSnapshot silver(PipelineConfig config) throws IOException {
    return PipelineTables.open(config, Clock.systemUTC(), Runnable::run).silver().snapshot();
  }

  private void deleteSilver() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("silver"))) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void aMissingSilverIsMadeOfBronzeAndGoesOnAtItsPosition() throws IOException {
    // Given
    for (int i = 0; i < 6; i++) {
      land(4L * i, "v" + i);
    }
    deleteSilver();

    // When
    RebuildReport report = rebuild(tables.config());

    // Then
    assertThat(report.read()).isEqualTo(24);
    assertThat(report.incomplete()).isEqualTo(6);
    assertThat(report.keys()).isEqualTo(3);
    TableSnapshot silver = silver(tables.config());
    assertThat(silver.txn(tables.appIds().silver(0))).hasValue(24);
    assertThat(silver.files())
        .isNotEmpty()
        .allSatisfy(f -> assertThat(FileTags.owner(f)).isEqualTo("0/1"));
    assertThat(verify(tables.config()).findings()).isEmpty();
    assertThat(verify(tables.config()).keys()).isEqualTo(3);
  }

  @Test
  void mergedBatchesGiveTheSameAsThoseThatWereLanded() throws IOException {
    // Given
    for (int i = 0; i < 12; i++) {
      land(4L * i, "v" + i);
    }
    tables.reduce(0, 48);
    Optimizers.open(tables.config(), Clock.systemUTC()).bronze(Eagerness.ALL).run();
    List<DataFile> merged = tables.bronze().snapshot().files();

    // When
    RebuildReport report = rebuild(tables.config());

    // Then
    assertThat(merged).hasSizeLessThan(5);
    assertThat(report.read()).isEqualTo(48);
    assertThat(verify(tables.config()).findings()).isEmpty();
  }

  @Test
  void anotherKeyAndOtherColumnsReplaceTheOldOnesInOneVersion() throws IOException {
    // Given
    land(0, "one");
    land(4, "two");
    tables.reduce(0, 8);
    long before = tables.silver().snapshot().version();
    PipelineConfig other =
        config(
            "silver.key=[k, v]",
            "silver.partition-by=[]",
            "silver.columns.at={copy: at, then: [{cast: string}]}",
            "silver.sequence-by=[bronze_ts]");

    // When
    RebuildReport report = rebuild(other);

    // Then
    assertThat(report.silverVersion()).isEqualTo(before + 1);
    assertThat(report.keys()).isEqualTo(6);
    assertThat(silver(other).partitionColumns()).isEmpty();
    assertThat(silver(other).schema()).isEqualTo(other.silver().table().schema());
    assertThat(verify(other).findings()).isEmpty();
  }

  @Test
  void aColumnThatWasAddedIsFilledInEveryRow() throws IOException {
    // Given: a row from before silver had the column, and bronze lacks another one that is wanted
    land(0, "one");
    tables.reduce(0, 4);
    PipelineConfig added = config("silver.columns.v2={copy: v}");
    PipelineConfig wanted = config("silver.columns.v2={copy: v}", "bronze.columns.w=string");
    silver(added);

    // When
    rebuild(wanted);

    // Then
    TableSnapshot silver = silver(wanted);
    assertThat(silver.addedColumns()).isEmpty();
    assertThat(verify(wanted).findings()).isEmpty();
    assertThat(verify(wanted).notices()).noneMatch(notice -> notice.contains("added later"));
  }

  @Test
  void filesWithoutTagsCountAsTheOldest() throws IOException {
    // Given: somebody else's files, and one batch of the service's
    List<DataFile> foreign = new ArrayList<>();
    foreign.addAll(
        Tables.files(tables.config().bronze().table(), List.of(rows(0, "foreign")), Map.of()));
    Tables.commit(
        tables.bronze(),
        foreign,
        List.of(),
        List.of(),
        new Operation("WRITE", Map.of("mode", "\"Append\""), Map.of()));
    tables.move(tables.bronze(), Operations.Reason.RESET, tables.appIds().bronze(0), 0, 4);
    land(4, "own");

    // When
    RebuildReport report = rebuild(tables.config());

    // Then
    assertThat(report.read()).isEqualTo(8);
    assertThat(report.notices()).anyMatch(notice -> notice.contains("carry no offsets"));
    assertThat(verify(tables.config()).findings()).isEmpty();
    assertThat(silver(tables.config()).txn(tables.appIds().silver(0))).hasValue(8);
  }

  @Test
  void aRebuildAfterAResetTakesWhatTheResetLeftOut() throws IOException {
    // Given: silver skipped a batch, and then both went back to the beginning
    land(0, "one");
    tables.reduce(0, 4);
    land(4, "two");
    tables.move(tables.silver(), Operations.Reason.RESET, tables.appIds().silver(0), 4, 8);
    tables.move(tables.silver(), Operations.Reason.RESET, tables.appIds().silver(0), 8, 0);
    tables.move(tables.bronze(), Operations.Reason.RESET, tables.appIds().bronze(0), 8, 0);

    // When
    rebuild(tables.config());

    // Then
    assertThat(silver(tables.config()).txn(tables.appIds().silver(0))).hasValue(0);
    assertThat(verify(tables.config()).findings()).isEmpty();
    assertThat(verify(tables.config()).bronzeRows()).isEqualTo(8);
  }

  @Test
  void cutShortItLeavesSilverAsItWasAndIsDoneAgain() throws IOException {
    // Given
    for (long from = 0; from < 4_800; from += 400) {
      tables.land(0, from, INGEST + from, manyRows(from));
    }
    tables.reduce(0, 4_800);
    TableSnapshot before = tables.silver().snapshot();
    Rebuild rebuild = new Rebuild(tables.config(), Clock.systemUTC());
    RebuildPlan plan = rebuild.plan(1);
    assertThatThrownBy(
            () ->
                rebuild.run(
                    plan,
                    (read, expected, keys) -> {
                      throw new IllegalStateException("cut short at " + read);
                    }))
        .hasMessage("cut short at 4096");
    TableSnapshot after = tables.silver().snapshot();

    // When
    rebuild(tables.config());

    // Then
    assertThat(after.version()).isEqualTo(before.version());
    assertThat(verify(tables.config()).findings()).isEmpty();
  }

  @Test
  void whatSomebodyElseMovesMeanwhileIsNotOverwritten() throws IOException {
    // Given
    land(0, "one");
    Rebuild rebuild = new Rebuild(tables.config(), Clock.systemUTC());
    RebuildPlan plan = rebuild.plan(1);
    tables.reduce(0, 4);
    long version = tables.silver().snapshot().version();

    // When
    assertThatThrownBy(() -> rebuild.run(plan, RebuildProgress.NONE))
        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was not replaced");
    assertThat(tables.silver().snapshot().version()).isEqualTo(version);
  }

  @Test
  void aBronzeWithoutPositionsIsRefused() throws IOException {
    // Given
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Tables none = Tables.create(empty);

    // When
    assertThatThrownBy(() -> new Rebuild(none.config(), Clock.systemUTC()).plan(1))
        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("holds no position");
  }

  @Test
  void anotherPartitionCountMakesFilesThatAreNobodys() throws IOException {
    // Given
    TableLog bronze = tables.bronze();
    Tables.commit(
        bronze,
        List.of(),
        List.of(),
        List.of(new TxnAdvance(tables.appIds().partitions(), TxnAdvance.NONE, 2)),
        new Operation("STREAMING UPDATE", Map.of(), Map.of()));
    tables.start(1);
    land(0, "one");
    tables.land(1, 0, INGEST, tables.row("c", 9, "other", "p", INGEST));
    Rebuild rebuild = new Rebuild(tables.config(), Clock.systemUTC());

    // When
    Map<Integer, List<String>> owners = new TreeMap<>();
    for (int partitions : List.of(2, 3)) {
      rebuild.run(rebuild.plan(partitions), RebuildProgress.NONE);
      owners.put(
          partitions,
          tables.silver().snapshot().files().stream()
              .map(FileTags::owner)
              .distinct()
              .sorted()
              .toList());
    }

    // Then
    assertThat(owners)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(2, List.of("0/2", "1/2"), 3, List.of(FileTags.NO_OWNER)));
    assertThat(verify(tables.config()).findings()).isEmpty();
  }
}
