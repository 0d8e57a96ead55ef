package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.vector.VectorFiles;
import io.alluvium.inspect.Tables;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import io.alluvium.testing.SharedData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class SqlCommandTest {
  private static final long INGESTED = 1_700_000_000_250_000L;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Tables tables;

  @BeforeEach
  void openTables() throws IOException {
    // A name that DuckDB would take for a pattern.
    directory = Files.createDirectory(directory.resolve("da[t]a 'x' %20é"));
    tables = Tables.create(directory).start(0);
  }

  private int run(String... arguments) {
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(arguments);
  }

  private int sql(String query, String format) {
    return run("sql", query, "-c", tables.file().toString(), "-o", format);
  }

  private void land(String... parts) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String part : parts) {
      rows.add(tables.row("k" + rows.size(), -86_400L * 365 * 2000, "v", part, INGESTED));
    }
    tables.land(0, 0, INGESTED, rows.toArray(Row[]::new));
  }

  @Test
  void partitionValuesComeFromTheLogWhateverTheyAre() throws IOException {
    // Given
    land(null, "a/b=c", "%2F", "__HIVE_DEFAULT_PARTITION__", "it's \"é\"", "2026-01-01", "007");

    // When
    int code = sql("SELECT part, day FROM bronze ORDER BY k", "csv");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "part,day",
            ",-0029-05-01",
            "a/b=c,-0029-05-01",
            "%2F,-0029-05-01",
            "__HIVE_DEFAULT_PARTITION__,-0029-05-01",
            "\"it's \"\"é\"\"\",-0029-05-01",
            "2026-01-01,-0029-05-01",
            "007,-0029-05-01");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bronze",
        "cat.bronze.events",
        "bronze.events",
        "silver",
        "cat.silver.latest",
        "quarantine"
      })
  void emptyTablesUnderAllTheirNames(String name) {
    // When
    int code = sql("SELECT count(*) AS n FROM " + name, "json");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("{\"n\":0}\n");
  }

  @Test
  void columnsInTheTablesOrderAndTypes() throws IOException {
    // Given
    land("p");

    // When
    int code = sql("DESCRIBE SELECT * FROM bronze", "csv");

    // Then
    assertThat(code).isZero();
    assertThat(
            out.toString()
                .lines()
                .skip(1)
                .map(line -> line.replaceFirst("^([^,]*),([^,]*),.*", "$1 $2")))
        .containsExactly(
            "k VARCHAR",
            "at TIMESTAMP WITH TIME ZONE",
            "v VARCHAR",
            "part VARCHAR",
            "ingest_ts TIMESTAMP WITH TIME ZONE",
            "day DATE");
  }

  @Test
  void jsonIsOneObjectALine() throws IOException {
    // Given
    land(null, "p");

    // When
    int code =
        sql(
            "SELECT k, part, ingest_ts, 1.50::DECIMAL(4,2) AS d, 'nan'::DOUBLE AS nan, true AS t,"
                + " [1, NULL] AS l, {'a': 1e0} AS s, 'ab'::BLOB AS b FROM bronze ORDER BY k",
            "json");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    String rest =
        "\"ingest_ts\":\"2023-11-14 22:13:20.25\",\"d\":1.50,\"nan\":\"NaN\",\"t\":true,"
            + "\"l\":[1,null],\"s\":{\"a\":1.0},\"b\":\"YWI=\"}\n";
    assertThat(out.toString())
        .isEqualTo("{\"k\":\"k0\",\"part\":null," + rest + "{\"k\":\"k1\",\"part\":\"p\"," + rest);
  }

  @Test
  void aTableIsAlignedAndCutsWhatIsWide() throws IOException {
    // Given
    land("p");

    // When
    int code =
        sql(
            "SELECT k, 7 AS number, repeat('w', 100) AS wide, E'a\\nb' AS lines, NULL AS nothing,"
                + " ingest_ts FROM bronze",
            "table");

    // Then
    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "k   number  wide" + " ".repeat(38) + "lines  nothing  ingest_ts",
            "--  ------  " + "-".repeat(40) + "  -----  -------  " + "-".repeat(22),
            "k0       7  " + "w".repeat(39) + "…  a b    NULL     2023-11-14 22:13:20.25",
            "(1 row)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP VIEW bronze",
        "CREATE TABLE x AS SELECT 1",
        "INSERT INTO bronze SELECT * FROM bronze",
        "DELETE FROM silver",
        "COPY (SELECT 1) TO 'TARGET'",
        "COPY bronze TO 'TARGET'",
        "EXPORT DATABASE 'TARGET'",
        "ATTACH 'TARGET' AS x",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "PRAGMA enable_profiling",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP VIEW bronze",
        "",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_parquet('https://localhost/x.parquet')",
        "SELECT * FROM query('DROP VIEW bronze')"
      })
  void nothingButReadingTheTables(String statement) throws IOException {
    // Given
    land("p");
    Path target = directory.resolve("target");
    List<Path> before = files();

    // When
    int code = sql(statement.replace("TARGET", target.toString().replace("'", "''")), "table");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void aMistakeGetsDuckDbsMessage() {
    // When
    int code = sql("SELECT nonsense FROM bronze", "table");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("\"nonsense\" not found", "Candidate bindings");
  }

  @Test
  void tablesThatAreNotThereAreNamed() throws IOException {
    // Given
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path file = Tables.configure(elsewhere);

    // When
    int code = run("sql", "SELECT 1", "-c", file.toString());

    // Then
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("cat.bronze.events doesn't exist yet");
    assertThat(elsewhere.resolve("bronze")).doesNotExist();
  }

  @Test
  void aTableOfManyFiles() throws IOException {
    // Given
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      files.addAll(
          tables.write(
              0, i, i + 1, INGESTED, tables.row("k" + i, 86_400L * i, "v", "p", INGESTED)));
    }
    Tables.commit(tables.bronze(), files, List.of(), List.of(), Tables.append(0, 0, 1_200));

    // When
    int code = sql("SELECT count(*) AS n, count(DISTINCT day) AS d FROM bronze", "json");

    // Then
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("{\"n\":1200,\"d\":1200}\n");
  }

  @Test
  void rowsThatAVectorDeletesAreNotThere() throws IOException {
    // Given
    tables.land(
        0,
        0,
        INGESTED,
        tables.row("a", 0, "v", "p", INGESTED),
        tables.row("b", 0, "v", "p", INGESTED),
        tables.row("c", 0, "v", "p", INGESTED));
    tables.reduce(0, 3);
    DataFile file = tables.silver().snapshot().files().get(0);
    VectorFiles vectors = new VectorFiles(new LocalTableStorage(Path.of(tables.silver().path())));
    DataFile marked =
        new DataFile(
            file.path(),
            file.partitionValues(),
            file.size(),
            file.modificationTime(),
            file.numRecords(),
            file.stats(),
            file.tags(),
            vectors.write(List.of(RoaringBitmap.bitmapOf(1))).vectors().get(0));
    Tables.commit(
        tables.silver(),
        List.of(marked),
        List.of(file),
        List.of(),
        new Operation("DELETE", Map.of(), Map.of()));

    // When
    int code = sql("SELECT k FROM silver ORDER BY k", "json");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("{\"k\":\"a\"}\n{\"k\":\"c\"}\n");
  }

  @Test
  void filesElsewhereByTheirAbsolutePath() throws IOException {
    // Given
    DataFile file = tables.write(0, 0, 1, INGESTED, tables.row("k", 0, "v", "p", INGESTED)).get(0);
    Path inside = Path.of(tables.bronze().path()).resolve(file.path());
    Path outside = directory.resolve("else where.parquet");
    Files.move(inside, outside);
    DataFile moved =
        new DataFile(
            outside.toUri().toString().replaceFirst("^file:///", "file:/"),
            file.partitionValues(),
            file.size(),
            file.modificationTime(),
            file.numRecords(),
            file.stats(),
            file.tags());
    Tables.commit(tables.bronze(), List.of(moved), List.of(), List.of(), Tables.append(0, 0, 1));

    // When
    int code = sql("SELECT k, part FROM bronze", "json");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("{\"k\":\"k\",\"part\":\"p\"}\n");
  }

  static Stream<String> queriesOfTheNotebooks() throws IOException {
    List<String> queries = new ArrayList<>();
    for (String seed : List.of("seeds/tfl-bronze.txt", "seeds/tfl-silver.txt")) {
      String text = Files.readString(SharedData.require(seed));
      for (String cell : text.split("%sql\\R", -1)) {
        if (cell.startsWith("SELECT")) {
          queries.add(cell.split("\\R\\R", 2)[0]);
        }
      }
    }
    assertThat(queries).hasSize(5);
    return queries.stream();
  }

  @ParameterizedTest
  @MethodSource("queriesOfTheNotebooks")
  void theNotebooksQueriesWordForWord(String query) throws IOException {
    // Given
    PipelineTables.open(
        io.alluvium.config.PipelineParser.ofProcess()
            .parse(Path.of("config/tfl.yaml"), List.of(at("bronze"), at("silver")))
            .config(),
        Clock.systemUTC(),
        Runnable::run);

    // When
    int code =
        run(
            "sql",
            query,
            "-c",
            "config/tfl.yaml",
            "--set",
            at("bronze"),
            "--set",
            at("silver"),
            "-o",
            "csv");

    // Then
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).isNotEmpty();
  }

  private String at(String layer) {
    return layer + ".path=" + directory.resolve("tfl-" + layer);
  }
}
