package io.alluvium.inspect.sql;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import java.util.Arrays;
import java.util.List;

/**
 * A table to be queried, at one version.
 *
 * @param shortName such as {@code bronze}
 */
public record SqlTable(String shortName, TableSpec spec, TableSnapshot snapshot) {
  /** The configured name's parts: catalog, schema and table, or fewer. */
  List<String> nameParts() {
    return Arrays.asList(spec.name().split("\\.", -1));
  }
}
