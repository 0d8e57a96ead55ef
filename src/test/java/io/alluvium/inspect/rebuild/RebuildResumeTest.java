package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.error.UserException;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.Tables;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.maintain.Vacuum;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rebuild that was cut short goes on where it was, or begins anew where that isn't safe. */
class RebuildResumeTest {
  private static final long INGEST = 1_700_000_000_000_000L;
  private static final int BATCH = 500;
  private static final int BATCHES = 10;
  private static final long SMALL = 600;
  private static final String DELETES = "silver.delete-when=v = gone";

  @TempDir private Path directory;
  private Tables tables;

  /** Partition 0 of a few rows, partition 1 of so many that the progress is told within. */
  @BeforeEach
  void land() throws IOException {
    tables = Tables.create(directory);
    Tables.commit(
        tables.bronze(),
        List.of(),
        List.of(),
        List.of(new TxnAdvance(tables.appIds().partitions(), TxnAdvance.NONE, 2)),
        new Operation("STREAMING UPDATE", Map.of(), Map.of()));
    tables.start(0).start(1);
    for (int i = 0; i < 3; i++) {
      batch(0, i * 200L, 200);
    }
    for (int i = 0; i < BATCHES; i++) {
      batch(1, (long) i * BATCH, BATCH);
    }
  }

  /** Rows of keys that come again, with times to and fro; some delete their key. */
  private void batch(int partition, long from, int count) throws IOException {
    tables.land(
        partition,
        from,
        INGEST + from,
        LongStream.range(from, from + count)
            .mapToObj(
                at ->
                    tables.row(
                        "k" + partition + "-" + at * 7 % 900,
                        at * 31 % 5_000,
                        at % 9 == 0 ? "gone" : "v" + at,
                        "p",
                        INGEST + from))
            .toArray(Row[]::new));
  }

  private PipelineConfig config(String... sets) {
    return PipelineParser.ofProcess().parse(tables.file(), List.of(sets)).config();
  }

  /** What was told of an earlier rebuild. */
  private static final class Told implements RebuildProgress {
    private final long cutAfter;
    private final List<String> words = new ArrayList<>();

    Told(long cutAfter) {
      this.cutAfter = cutAfter;
    }

    @Override
    public void at(long read, long expected, long keys) {
      if (read > cutAfter) {
        throw new IllegalStateException("cut short");
      }
    }

    @Override
    public void resumed(int done, int portions, long rows) {
      words.add("resumed " + done + " of " + portions + ", " + rows);
    }

    @Override
    public void begunAnew() {
      words.add("anew");
    }
  }

  private static final Pace SELDOM = new Pace(Duration.ofDays(1), 1);

  private static RebuildReport rebuild(
      PipelineConfig config, int partitions, Pace pace, RebuildProgress progress)
      throws IOException {
    Rebuild rebuild = new Rebuild(config, Clock.systemUTC(), pace);
    return rebuild.run(rebuild.plan(partitions), progress);
  }

  private static void cutShort(PipelineConfig config, int partitions, Pace pace) {
    assertThatThrownBy(() -> rebuild(config, partitions, pace, new Told(SMALL)))
        .hasMessage("cut short");
  }

  private static List<String> rows(PipelineConfig config) throws IOException {
    PipelineTables opened = PipelineTables.open(config, Clock.systemUTC(), Runnable::run);
    DataFileReader reader =
        new DataFileReader(
            new LocalTableStorage(Path.of(config.silver().table().path())),
            config.silver().table().schema());
    List<String> rows = new ArrayList<>();
    for (DataFile file : opened.silver().snapshot().files()) {
      try (RowIterator iterator = reader.open(file)) {
        for (Row row = iterator.next(); row != null; row = iterator.next()) {
          rows.add(row.describe(List.of("k", "at", "v", "part", "bronze_ts", "day")));
        }
      }
    }
    return rows.stream().sorted().toList();
  }

  private Path notes() {
    return directory.resolve("silver").resolve(RebuildNotes.DIRECTORY);
  }

  private List<Path> filesIn(Path root, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  private void assertNothingElseLies(PipelineConfig config) throws IOException {
    TableSnapshot silver =
        PipelineTables.open(config, Clock.systemUTC(), Runnable::run).silver().snapshot();
    assertThat(filesIn(Path.of(config.silver().table().path()), ".parquet"))
        .hasSize(silver.files().size());
    Path notes = Path.of(config.silver().table().path()).resolve(RebuildNotes.DIRECTORY);
    assertThat(filesIn(notes, ""))
        .extracting(f -> f.getFileName().toString())
        .containsExactlyInAnyOrder(RebuildNotes.DIRECTORY, "lock");
  }

  /** Puts files of bronze where nobody finds them, or back. */
  private void move(List<DataFile> bronze, Path from, Path to) throws IOException {
    for (DataFile file : bronze) {
      Path path = Path.of(DataFilePath.decode(file.path()));
      Files.createDirectories(to.resolve(path).getParent());
      Files.move(from.resolve(path), to.resolve(path));
    }
  }

  private List<DataFile> bronze(int partition, long before) throws IOException {
    return tables.bronze().snapshot().files().stream()
        .filter(f -> f.tags().get("alluvium.partition").equals("" + partition))
        .filter(f -> Long.parseLong(f.tags().get("alluvium.to")) <= before)
        .toList();
  }

  @Test
  void whatAFinishedPartitionCameToIsTakenOver() throws IOException {
    // Given
    PipelineConfig reference = config(DELETES, "silver.path=" + directory.resolve("reference"));
    final RebuildReport whole = rebuild(reference, 2, SELDOM, RebuildProgress.NONE);
    cutShort(config(DELETES), 2, SELDOM);
    List<DataFile> done = bronze(0, SMALL);
    move(done, directory.resolve("bronze"), directory.resolve("aside"));
    Told told = new Told(Long.MAX_VALUE);

    // When
    RebuildReport report = rebuild(config(DELETES), 2, SELDOM, told);

    // Then
    move(done, directory.resolve("aside"), directory.resolve("bronze"));
    assertThat(told.words).containsExactly("resumed 1 of 2, 600");
    assertThat(rows(config(DELETES))).isEqualTo(rows(reference)).isNotEmpty();
    assertThat(counts(report)).isEqualTo(counts(whole));
    assertThat(Verification.of(config(DELETES)).run().findings()).isEmpty();
    assertNothingElseLies(config(DELETES));
  }

  @Test
  void aTableThatDoesNotExistYetIsGoneOnWith() throws IOException {
    // Given
    PipelineConfig into = config("silver.path=" + directory.resolve("into"));
    cutShort(into, 2, SELDOM);
    Told told = new Told(Long.MAX_VALUE);

    // When
    rebuild(into, 2, SELDOM, told);

    // Then
    assertThat(told.words).containsExactly("resumed 1 of 2, 600");
    assertThat(Verification.of(into).run().findings()).isEmpty();
    assertNothingElseLies(into);
  }

  private static Counts counts(RebuildReport report) {
    return new Counts(report.read(), report.incomplete(), report.keys(), report.deletedKeys());
  }

  @ParameterizedTest
  @MethodSource("waysToCut")
  void whatAPortionHasComeToSoFarIsTakenUp(int partitions, String rule) throws IOException {
    // Given: another number of partitions than at first makes one portion of all
    PipelineConfig reference = config(rule, "silver.path=" + directory.resolve("reference"));
    final RebuildReport whole = rebuild(reference, partitions, SELDOM, RebuildProgress.NONE);
    cutShort(config(rule), partitions, new Pace(Duration.ZERO, 0));
    List<DataFile> done = bronze(1, 6L * BATCH);
    assertThat(done).isNotEmpty();
    move(done, directory.resolve("bronze"), directory.resolve("aside"));
    Told told = new Told(Long.MAX_VALUE);

    // When
    RebuildReport report = rebuild(config(rule), partitions, SELDOM, told);

    // Then
    move(done, directory.resolve("aside"), directory.resolve("bronze"));
    assertThat(told.words).hasSize(1).first().asString().startsWith("resumed ");
    assertThat(rows(config(rule))).isEqualTo(rows(reference)).isNotEmpty();
    assertThat(counts(report)).isEqualTo(counts(whole));
    assertThat(Verification.of(config(rule)).run().findings()).isEmpty();
    assertNothingElseLies(config(rule));
  }

  static List<Arguments> waysToCut() {
    return List.of(
        Arguments.of(2, DELETES),
        Arguments.of(3, DELETES),
        Arguments.of(2, "silver.on-match=changed"));
  }

  /** Something that makes what was done worthless. */
  @FunctionalInterface
  interface Harm {
    void to(RebuildResumeTest test) throws IOException;
  }

  static List<Arguments> harms() {
    return List.of(
        harm("bronze moves on", t -> t.batch(0, 600, 50)),
        harm(
            "silver moves on",
            t ->
                t.tables.move(
                    t.tables.silver(), Operations.Reason.RESET, t.tables.appIds().silver(0), 0, 0)),
        harm("a file is missing", t -> Files.delete(t.dataFile())),
        harm("a file is shorter", t -> truncate(t.dataFile())),
        harm("files are old", t -> {}),
        harm("a vacuum comes", RebuildResumeTest::vacuum),
        harm("a note is cut short", t -> truncate(t.note())),
        harm(
            "a note lacks a line",
            t -> {
              List<String> lines = Files.readAllLines(t.note());
              Files.write(t.note(), lines.subList(0, lines.size() - 1));
            }),
        harm("a note is no text", t -> Files.write(t.note(), new byte[] {-1, 0, -2, 10, 3})),
        harm("a note is empty", t -> Files.write(t.note(), new byte[0])),
        harm(
            "a note says another number",
            t -> {
              String text = Files.readString(t.note());
              assertThat(text).contains("\"read\":600");
              Files.writeString(t.note(), text.replace("\"read\":600", "\"read\":601"));
            }),
        harm(
            "a note is of another format",
            t -> {
              List<String> lines = new ArrayList<>(Files.readAllLines(t.note()));
              lines.set(0, lines.get(0).replace("\"format\":1", "\"format\":2"));
              Files.write(t.note(), lines);
            }));
  }

  private static Arguments harm(String name, Harm harm) {
    return Arguments.of(name, harm);
  }

  private Path note() throws IOException {
    return filesIn(notes(), ".note").get(0);
  }

  private Path dataFile() throws IOException {
    return filesIn(directory.resolve("silver"), ".parquet").get(0);
  }

  private static void truncate(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
  }

  private void vacuum() throws IOException {
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    Vacuum vacuum = new Vacuum(config(), Vacuum.Safety.FORCED, later);
    var log = PipelineLogs.of(config()).silver();
    vacuum.apply(log, vacuum.plan(log, Optional.of(Duration.ZERO)).orElseThrow());
    assertThat(filesIn(directory.resolve("silver"), ".parquet")).isEmpty();
    assertThat(filesIn(notes(), ".note")).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("harms")
  void whatCannotBeTrustedIsBegunAnew(String name, Harm harm) throws IOException {
    // Given
    cutShort(config(), 2, SELDOM);
    assertThat(filesIn(notes(), ".note")).hasSize(1);
    harm.to(this);
    Told told = new Told(Long.MAX_VALUE);
    Clock clock =
        name.equals("files are old")
            ? Clock.offset(Clock.systemUTC(), Duration.ofHours(25))
            : Clock.systemUTC();
    Rebuild rebuild = new Rebuild(config(), clock);

    // When
    rebuild.run(rebuild.plan(2), told);

    // Then
    assertThat(told.words).containsExactly("anew");
    assertThat(Verification.of(config()).run().findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("otherRules")
  void byOtherRulesItIsBegunAnew(String rule, int partitions) throws IOException {
    // Given
    cutShort(config(), 2, SELDOM);
    Told told = new Told(Long.MAX_VALUE);

    // When
    rebuild(config(rule), partitions, SELDOM, told);

    // Then
    assertThat(told.words).containsExactly("anew");
    assertThat(Verification.of(config(rule)).run().findings()).isEmpty();
    assertNothingElseLies(config(rule));
  }

  static List<Arguments> otherRules() {
    return List.of(
        Arguments.of("silver.columns.v={copy: v, then: [upper]}", 2),
        Arguments.of("silver.key=[k, v]", 2),
        Arguments.of("silver.on-match=changed", 2),
        Arguments.of("silver.partition-by=[]", 2),
        Arguments.of(DELETES, 2),
        Arguments.of("silver.expire-after=at + 36500d", 2),
        Arguments.of("silver.on-match=newer", 3));
  }

  @Test
  void aNoteThatIsLeftBehindByTheCommitDoesNotCount() throws IOException {
    // Given: positions stay as they are, so that only the table's version tells
    rebuild(config(), 2, SELDOM, RebuildProgress.NONE);
    cutShort(config(), 2, SELDOM);
    Path note = note();
    byte[] before = Files.readAllBytes(note);
    rebuild(config(), 2, SELDOM, RebuildProgress.NONE);
    Files.write(note, before);
    Told told = new Told(Long.MAX_VALUE);

    // When
    rebuild(config(), 2, SELDOM, told);

    // Then
    assertThat(told.words).containsExactly("anew");
    assertThat(Verification.of(config()).run().findings()).isEmpty();
    long version = tables.silver().snapshot().version();
    assertThat(PipelineLogs.of(config()).silver().commit(version)).isPresent();
    assertThat(filesIn(directory.resolve("silver"), ".parquet"))
        .as("those of the versions before stay for their readers")
        .hasSize(3 * tables.silver().snapshot().files().size());
  }

  @Test
  void aSecondOneBesideItIsRefused() throws IOException {
    // Given
    try (RebuildNotes held =
        RebuildNotes.open(
            directory.resolve("silver").toString(),
            PipelineTables.access(config()),
            Clock.systemUTC())) {
      assertThat(held.isBegun()).isFalse();

      // When
      assertThatThrownBy(() -> rebuild(config(), 2, SELDOM, RebuildProgress.NONE))
          // Then
          .isInstanceOf(UserException.class)
          .hasMessageContaining("is under way");
    }
    rebuild(config(), 2, SELDOM, RebuildProgress.NONE);
    assertThat(Verification.of(config()).run().findings()).isEmpty();
  }

  @Test
  void aFileThatGoesMeanwhileStopsTheCommit() throws IOException {
    // Given
    cutShort(config(), 2, SELDOM);
    Path file = dataFile();
    RebuildProgress removing =
        (read, expected, keys) -> {
          try {
            Files.deleteIfExists(file);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };

    // When
    assertThatThrownBy(() -> rebuild(config(), 2, SELDOM, removing))
        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("is gone");
    Told told = new Told(Long.MAX_VALUE);
    rebuild(config(), 2, SELDOM, told);
    assertThat(told.words).containsExactly("resumed 1 of 2, 5000");
    assertThat(Verification.of(config()).run().findings()).isEmpty();
  }

  @Test
  void filesThatCannotBeNotedAreDeleted() throws IOException {
    // Given: something in the place of the second partition's note
    RebuildProgress blocking =
        (read, expected, keys) -> {
          try {
            Files.createDirectories(notes().resolve("1.note").resolve("x"));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };

    // When
    assertThatThrownBy(() -> rebuild(config(), 2, SELDOM, blocking))
        // Then
        .isInstanceOf(IOException.class);
    List<String> noted = Files.readAllLines(notes().resolve("0.note"));
    assertThat(filesIn(directory.resolve("silver"), ".parquet"))
        .hasSize(noted.size() - 2)
        .allMatch(file -> String.join("", noted).contains(file.getFileName().toString()));
  }
}
