package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.inspect.sql.Sql;
import io.alluvium.row.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a demonstration asks the tables at its end, by their configured names. */
final class DemoQueries {
  private static final int COLUMNS = 7;

  /** What the Spark notebooks show of the newest arrivals. */
  private static final List<String> ARRIVALS =
      List.of(
          "vehicleId",
          "naptanId",
          "lineId",
          "direction",
          "stationName",
          "event_ts",
          "expectedArrival");

  private static final String INGEST_TIME = "ingest_ts";

  private final PipelineConfig config;
  private final Schema silver;

  DemoQueries(PipelineConfig config) {
    this.config = config;
    this.silver = config.silver().table().schema();
  }

  /** In the notebooks' order; the last finds keys that are there more than once. */
  List<String> all() {
    String bronzeName = config.bronze().table().name();
    String silverName = config.silver().table().name();
    String key = names(config.silver().key());
    return List.of(
        "SELECT %s\nFROM %s;".formatted(count(config.bronze().table().schema()), bronzeName),
        "SELECT %s\nFROM %s;".formatted(count(silver), silverName),
        "SELECT %s\nFROM %s%s\nLIMIT 5;".formatted(names(shown()), silverName, newestFirst()),
        "SELECT %1$s, count(*) AS cnt\nFROM %2$s\nGROUP BY %1$s\nHAVING count(*) > 1;"
            .formatted(key, silverName));
  }

  private static String count(Schema table) {
    return table.indexOf(INGEST_TIME) < 0
        ? "count(*) AS row_count"
        : "count(*) AS row_count, max(ingest_ts) AS last_ingest";
  }

  private String newestFirst() {
    return silver.indexOf(INGEST_TIME) < 0 ? "" : "\nORDER BY ingest_ts DESC";
  }

  private List<String> shown() {
    if (ARRIVALS.stream().allMatch(name -> silver.indexOf(name) >= 0)) {
      return ARRIVALS;
    }
    Set<String> names = new LinkedHashSet<>(config.silver().key());
    silver.columns().forEach(column -> names.add(column.name()));
    return names.stream().limit(Math.max(COLUMNS, config.silver().key().size())).toList();
  }

  private static String names(List<String> columns) {
    return columns.stream().map(Sql::name).collect(Collectors.joining(", "));
  }
}
