package io.alluvium.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.derive.RowMapper;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import io.alluvium.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every typed column of every payload is what Spark 4.1.1 made of it. */
class SparkDifferentialTest {
  /** Columns that Spark's result has and that aren't made from the payload, or are numbering. */
  private static final Set<String> OURS = Set.of("ingest_ts", "ingest_source");

  /** Lines, counted from 0, that differ on purpose, and why. */
  private static final Map<Integer, String> DIFFERENT_ON_PURPOSE = Map.of();

  private final List<BronzeColumn> columns = TflColumns.bronze();
  private final Schema schema = TflColumns.schema(columns);
  private final Schema silver =
      Schema.of(new Column("bearing", Type.DOUBLE), new Column("event_date", Type.DATE));

  @Test
  void everyTypedColumnIsWhatSparkMakesOfIt() throws IOException {
    // Given
    Path payloads = SharedData.require("golden/tfl-payloads.b64");
    List<String> values = Files.readAllLines(payloads);
    List<String> names = Files.readAllLines(payloads.resolveSibling("tfl-payloads.names"));
    List<String> rows = Files.readAllLines(payloads.resolveSibling("tfl-payloads.spark41.ndjson"));
    ObjectMapper mapper = new ObjectMapper();

    // When
    List<String> differences = new ArrayList<>();
    for (int line = 0; line < values.size(); line++) {
      String value = values.get(line);
      byte[] payload = value.equals("-") ? null : Base64.getDecoder().decode(value);
      if (!DIFFERENT_ON_PURPOSE.containsKey(line)) {
        String where = line + " (" + names.get(line) + ") ";
        compare(payload, mapper.readTree(rows.get(line)), where, differences);
      }
    }

    // Then
    assertThat(values).hasSizeGreaterThan(1000).hasSameSizeAs(rows);
    assertThat(differences).isEmpty();
  }

  private void compare(byte[] payload, JsonNode spark, String where, List<String> differences) {
    RowBuilder out = new RowBuilder(schema);
    new MessageDecoder(schema, columns).decode(Records.of(payload), 7, out);
    Row bronze = out.build();
    for (int i = 0; i < schema.size(); i++) {
      String name = schema.column(i).name();
      if (!OURS.contains(name)) {
        compare(display(bronze, i), spark.path(name), where + name, differences);
      }
    }
    RowBuilder silverOut = new RowBuilder(silver);
    new RowMapper(schema, silver, TflColumns.silver()).map(bronze, 8, silverOut);
    Row mapped = silverOut.build();
    compare(display(mapped, 0), spark.path("silver_bearing"), where + "silver", differences);
    compare(display(mapped, 1), spark.path("event_date"), where + "silver", differences);
  }

  private static void compare(String ours, JsonNode spark, String where, List<String> differences) {
    String theirs = spark.isMissingNode() ? "(null)" : spark.asText();
    if (!ours.equals(theirs)) {
      differences.add(where + ": " + ours + " instead of " + theirs);
    }
  }

  private static String display(Row row, int column) {
    if (row.schema().type(column) == Type.DATE && !row.isNull(column)) {
      return LocalDate.ofEpochDay(row.getInt(column)).toString();
    }
    return row.isNull(column) ? "(null)" : String.valueOf(row.get(column));
  }
}
