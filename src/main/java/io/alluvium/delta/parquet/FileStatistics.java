package io.alluvium.delta.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.util.List;

/**
 * The statistics of one file (Delta protocol, "Per-file Statistics"), gathered row by row without
 * allocation. Covers the columns that aren't partition columns among the table's first 32, as
 * {@code delta.dataSkippingNumIndexedCols} has it by default. A minimum or maximum that readers
 * can't parse back exactly is left out, which only costs them a skipped file.
 */
final class FileStatistics {
  private static final int INDEXED_COLUMNS = 32;

  private final ColumnStatistics[] columns;
  private long rows;

  FileStatistics(Schema schema, List<String> partitionColumns) {
    this.columns =
        schema.columns().stream()
            .limit(INDEXED_COLUMNS)
            .filter(column -> !partitionColumns.contains(column.name()))
            .map(column -> ColumnStatistics.of(column, schema.require(column.name())))
            .toArray(ColumnStatistics[]::new);
  }

  void add(Row row) {
    rows++;
    for (ColumnStatistics column : columns) {
      column.add(row);
    }
  }

  long rows() {
    return rows;
  }

  String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("numRecords", rows);
    ObjectNode min = json.putObject("minValues");
    ObjectNode max = json.putObject("maxValues");
    ObjectNode nulls = json.putObject("nullCount");
    for (ColumnStatistics column : columns) {
      JsonNode lower = column.min();
      JsonNode upper = column.max();
      // One bound alone is lawful, but not every reader has been seen to take it.
      if (lower != null && upper != null) {
        min.set(column.name(), lower);
        max.set(column.name(), upper);
      }
      nulls.put(column.name(), column.nulls());
    }
    return json.toString();
  }
}
