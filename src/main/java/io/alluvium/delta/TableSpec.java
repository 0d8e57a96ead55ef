package io.alluvium.delta;

import io.alluvium.row.Schema;
import java.util.List;
import java.util.Map;

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
    Map<String, String> properties) {}
