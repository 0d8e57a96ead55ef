package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.inspect.Tables;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that need no broker. */
class InspectCommandsTest {
  private static final long INGESTED = 1_700_000_000_250_000L;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Tables tables;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory).start(0);
    tables.land(0, 0, INGESTED, tables.row("a", 1, "v", "p", INGESTED));
    tables.reduce(0, 1);
  }

  private int run(String... arguments) {
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(arguments);
  }

  @Test
  void ddlForSpark() {
    // When
    int code = run("ddl", "-c", tables.file().toString());

    // Then
    assertThat(code).isZero();
    assertThat(out.toString())
        .startsWith(
            """
            CREATE SCHEMA IF NOT EXISTS `cat`.`bronze`;
            CREATE TABLE IF NOT EXISTS `cat`.`bronze`.`events` (
              `k` STRING,
              `at` TIMESTAMP,
              `v` STRING,
              `part` STRING,
              `ingest_ts` TIMESTAMP,
              `day` DATE
            )
            USING DELTA
            PARTITIONED BY (`part`, `day`)
            LOCATION 'file://%s/bronze';
            """
                .formatted(directory))
        .contains("`cat`.`silver`.`latest`", "`cat`.`bronze`.`events_quarantine`");
  }

  @Test
  void ddlForTrino() {
    // When
    int code = run("ddl", "--for", "trino", "-c", tables.file().toString());

    // Then
    assertThat(code).isZero();
    assertThat(out.toString())
        .startsWith(
            "CALL \"cat\".system.register_table(schema_name => 'bronze', table_name => 'events',"
                + " table_location => 'file://"
                + directory
                + "/bronze');\n");
  }

  @Test
  void historyNewestFirst() throws IOException {
    // When
    int code = run("history", "bronze", "-c", tables.file().toString(), "-o", "json");

    // Then
    assertThat(code).isZero();
    List<JsonNode> lines = json();
    assertThat(lines).extracting(line -> line.path("version").asInt()).containsExactly(2, 1, 0);
    assertThat(lines.get(0).path("operation").asText()).isEqualTo("STREAMING UPDATE");
    assertThat(lines.get(0).path("metrics").path("numOutputRows").asText()).isEqualTo("1");
    assertThat(lines.get(1).path("parameters").path("reason").asText()).contains("START");
    assertThat(lines.get(2).path("operation").asText()).isEqualTo("CREATE TABLE");
    assertThat(lines.get(2).path("engine").asText()).startsWith("Alluvium/");
  }

  @Test
  void historyUpToALimit() throws IOException {
    // When
    int code =
        run("history", "silver", "-c", tables.file().toString(), "-o", "json", "--limit", "1");

    // Then
    assertThat(code).isZero();
    assertThat(json()).singleElement().matches(line -> line.path("version").asInt() == 2);
  }

  @Test
  void verifyOfRightTables() {
    // When
    int code = run("verify", "-c", tables.file().toString());

    // Then
    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("bronze  version 2: 1 batches of 1 partitions", "right   every offset once");
  }

  @Test
  void verifyOfWrongTables() throws IOException {
    // Given
    tables.reduce(1, 1, rows -> List.of(Tables.with(rows.get(0), "v", "tampered")));

    // When
    int code = run("verify", "-c", tables.file().toString());

    // Then
    assertThat(code).isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "WRONG   1 rows of silver with other values",
            "{k=\"a\"}: v is \"tampered\" and should be \"v\"");
  }

  private List<JsonNode> json() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    return out.toString().lines().map(line -> read(mapper, line)).toList();
  }

  private static JsonNode read(ObjectMapper mapper, String line) {
    try {
      return mapper.readTree(line);
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }
}
