package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.inspect.Tables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code optimize} and {@code vacuum} over partitions of odd names, and what others read then. */
class MaintenanceCommandsTest {
  private static final long INGESTED = 1_700_000_000_250_000L;
  private static final String[] PARTS = {"a/b=c%20 é", null, "", "x'\"\\:*?{}[]^~", "plain"};

  @TempDir private Path directory;
  private Tables tables;

  private record Answer(int code, String out, String err) {}

  @BeforeEach
  void land() throws IOException {
    tables = Tables.create(directory).start(0);
    long offset = 0;
    for (int batch = 0; batch < 4; batch++) {
      Row[] rows = new Row[PARTS.length];
      for (int i = 0; i < PARTS.length; i++) {
        // Without a key it stays out of silver: an empty partition value is null in bronze.
        String key = "".equals(PARTS[i]) ? null : "k" + i;
        rows[i] = tables.row(key, batch, "v" + batch, PARTS[i], INGESTED + batch);
      }
      tables.land(0, offset, INGESTED + batch, rows);
      offset += rows.length;
    }
    tables.reduce(0, offset);
  }

  private Answer run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-c", tables.file().toString()));
    int code =
        new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
            .create()
            .execute(all.toArray(String[]::new));
    return new Answer(code, out.toString(), err.toString());
  }

  private List<String> rows() throws IOException {
    return read(tables.bronze(), tables.bronze().snapshot().files()).stream()
        .map(row -> row.describe(List.of("k", "at", "v", "part", "ingest_ts", "day")))
        .sorted()
        .toList();
  }

  private static List<Row> read(TableLog table, List<DataFile> files) throws IOException {
    List<Row> rows = new ArrayList<>();
    DataFileReader reader =
        new DataFileReader(new LocalTableStorage(Path.of(table.path())), table.snapshot().schema());
    for (DataFile file : files) {
      try (RowIterator found = reader.open(file)) {
        for (Row row = found.next(); row != null; row = found.next()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** Puts each of silver's rows into a file of its own, of two owners. */
  private void scatterSilver() throws IOException {
    List<DataFile> whole = tables.silver().snapshot().files();
    List<DataFile> scattered = new ArrayList<>();
    for (Row row : read(tables.silver(), whole)) {
      String owner = scattered.size() % 2 + "/2";
      scattered.addAll(
          Tables.files(
              tables.config().silver().table(), List.of(row), Map.of(FileTags.OWNER, owner)));
    }
    Tables.commit(
        tables.silver(),
        scattered,
        whole,
        List.of(),
        new Operation("OPTIMIZE", Map.of(), Map.of()));
  }

  @Test
  void rowsAreTheSameAfterOptimizeAndVacuum() throws Exception {
    // Given
    String query = "SELECT * FROM bronze ORDER BY k NULLS LAST, at";
    List<String> before = rows();
    Answer sqlBefore = run("sql", query, "-o", "json");

    // When
    Answer optimized = run("optimize", "bronze", "--all");
    Thread.sleep(5);
    Answer listed = run("vacuum", "bronze", "--dry-run", "--retention", "1ms", "--force");
    Answer vacuumed = run("vacuum", "--retention", "1ms", "--force");

    // Then
    assertThat(optimized.out).startsWith("merged 16 files").contains("into 4");
    assertThat(listed.out.lines().filter(line -> line.endsWith(".parquet"))).hasSize(16);
    assertThat(vacuumed.out)
        .contains("bronze      16 files")
        .contains("silver      0 files")
        .contains("quarantine  0 files");
    assertThat(rows()).isEqualTo(before);
    assertThat(run("sql", query, "-o", "json")).isEqualTo(sqlBefore);
    assertThat(run("verify").code).isZero();
    assertThat(run("optimize", "bronze", "--all").out).isEqualTo("nothing to merge\n");
  }

  @Test
  void silverIsMergedWithinItsOwners() throws Exception {
    // Given
    String query = "SELECT * FROM silver ORDER BY k";
    scatterSilver();
    Answer before = run("sql", query, "-o", "json");

    // When
    Answer optimized = run("optimize", "silver");

    // Then
    assertThat(optimized.out).startsWith("merged 4 files").contains("into 2");
    assertThat(tables.silver().snapshot().files())
        .extracting(file -> FileTags.owner(file) + " " + file.numRecords())
        .containsExactlyInAnyOrder("0/2 2", "1/2 2");
    assertThat(run("sql", query, "-o", "json")).isEqualTo(before);
    assertThat(run("verify").code).isZero();
  }

  @Test
  void aShortRetentionIsRefusedAndAllIsForBronze() {
    // When
    Answer vacuumed = run("vacuum", "--retention", "10m");
    Answer optimized = run("optimize", "silver", "--all");

    // Then
    assertThat(vacuumed.code).isEqualTo(2);
    assertThat(vacuumed.err).contains("600 s", "--force");
    assertThat(optimized.code).isEqualTo(2);
  }
}
