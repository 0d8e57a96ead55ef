package io.alluvium.inspect.sql;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.storage.TableStorage;
import java.util.Arrays;
import java.util.List;

/**
 * A table to be queried, at one version.
 *
 * @param shortName such as {@code bronze}
 * @param storage where its files lie
 */
public record SqlTable(
    String shortName, TableSpec spec, TableSnapshot snapshot, TableStorage storage) {
  /** The configured name's parts: catalog, schema and table, or fewer. */
  List<String> nameParts() {
    return Arrays.asList(spec.name().split("\\.", -1));
  }
}
