package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import io.alluvium.row.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares a table with what the configuration wants. Columns are matched by their exact name;
 * their order is of no account, since readers match the columns of a file by name too.
 */
final class TableFit {
  private TableFit() {}

  /** Everything that doesn't fit, in words; empty if the table can be used. */
  static List<String> differences(
      TableSpec wanted, Action.Metadata metadata, ExtraColumns extraColumns) {
    Map<String, SchemaJson.Field> found = new LinkedHashMap<>();
    SchemaJson.fields(metadata.schemaString()).forEach(field -> found.put(field.name(), field));
    List<String> differences = new ArrayList<>();
    for (Column column : wanted.schema().columns()) {
      compare(column, found.remove(column.name()), differences);
    }
    for (SchemaJson.Field extra : found.values()) {
      compareExtra(extra, extraColumns, differences);
    }
    if (!metadata.partitionColumns().equals(wanted.partitionColumns())) {
      differences.add(
          "the table is partitioned by %s, the configuration by %s"
              .formatted(metadata.partitionColumns(), wanted.partitionColumns()));
    }
    return differences;
  }

  private static void compare(Column wanted, SchemaJson.Field found, List<String> differences) {
    if (found == null) {
      differences.add(
          "column %s (%s) is missing".formatted(wanted.name(), wanted.type().deltaName()));
      return;
    }
    if (!found.known().equals(Optional.of(wanted.type()))) {
      differences.add(
          "column %s is %s in the table, %s in the configuration"
              .formatted(wanted.name(), found.type(), wanted.type().deltaName()));
    }
    if (!found.nullable()) {
      differences.add("column %s is NOT NULL in the table".formatted(wanted.name()));
    }
    if (found.invariant()) {
      differences.add("column %s has an invariant that isn't checked".formatted(wanted.name()));
    }
  }

  private static void compareExtra(
      SchemaJson.Field extra, ExtraColumns extraColumns, List<String> differences) {
    if (extraColumns == ExtraColumns.NONE) {
      differences.add(
          "the table has column %s (%s), the configuration hasn't"
              .formatted(extra.name(), extra.type()));
    } else if (!extra.nullable() || extra.invariant()) {
      differences.add(
          "the table has column %s (%s), which the configuration hasn't and which mustn't be null"
              .formatted(extra.name(), extra.type()));
    }
  }
}
