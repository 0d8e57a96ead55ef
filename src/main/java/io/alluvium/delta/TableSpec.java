package io.alluvium.delta;

import io.alluvium.row.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table as the configuration wants it.
 *
 * @param name catalog name for messages and {@code sql}, such as {@code tfl.silver.arrivals_silver}
 * @param path root as an absolute local path or a URI
 * @param properties Delta table properties for a table that is created
 */
public record TableSpec(
    String name,
    String path,
    Schema schema,
    List<String> partitionColumns,
    Map<String, String> properties) {
  /**
   * The property that says what identifies a row: column names in their order, with commas between.
   */
  public static final String KEY = "alluvium.key";

  /** The same table with its key among the properties. */
  public TableSpec keyedBy(List<String> columns) {
    return with(KEY, String.join(",", columns.stream().sorted().toList()));
  }

  /** The same table with another property. */
  public TableSpec with(String property, String value) {
    Map<String, String> more = new TreeMap<>(properties);
    more.put(property, value);
    return new TableSpec(name, path, schema, partitionColumns, more);
  }
}
