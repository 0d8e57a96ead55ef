package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
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
        rows[i] = tables.row("k" + i, batch, "v" + batch, PARTS[i], INGESTED + batch);
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
    List<String> rows = new ArrayList<>();
    DataFileReader reader =
        new DataFileReader(
            new LocalTableStorage(Path.of(tables.bronze().path())),
            tables.bronze().snapshot().schema());
    for (DataFile file : tables.bronze().snapshot().files()) {
      try (RowIterator found = reader.open(file)) {
        for (Row row = found.next(); row != null; row = found.next()) {
          rows.add(row.describe(List.of("k", "at", "v", "part", "ingest_ts", "day")));
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  @Test
  void rowsAreTheSameAfterOptimizeAndVacuum() throws Exception {
    // Given
    String query = "SELECT * FROM bronze ORDER BY k, at";
    List<String> before = rows();
    Answer sqlBefore = run("sql", query, "-o", "json");

    // When
    Answer optimized = run("optimize", "bronze", "--all");
    Thread.sleep(5);
    Answer listed = run("vacuum", "bronze", "--dry-run", "--retention", "1ms", "--force");
    Answer vacuumed = run("vacuum", "--retention", "1ms", "--force");

    // Then
    assertThat(optimized.out).startsWith("merged 20 files").contains("into 4");
    assertThat(listed.out.lines().filter(line -> line.endsWith(".parquet"))).hasSize(20);
    assertThat(vacuumed.out)
        .contains("bronze      20 files")
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
    Answer before = run("sql", query, "-o", "json");
    List<DataFile> files = tables.silver().snapshot().files();

    // When
    Answer optimized = run("optimize", "silver");

    // Then
    assertThat(optimized.code).isZero();
    assertThat(tables.silver().snapshot().files()).hasSizeLessThanOrEqualTo(files.size());
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
