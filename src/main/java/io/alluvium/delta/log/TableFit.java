package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import io.alluvium.row.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a table compares with what the configuration wants. Columns are matched by their exact name;
 * their order is of no account, since readers match the columns of a file by name too.
 *
 * @param missing columns that can be added to the table, in the configuration's order
 * @param differences everything that doesn't fit, in words
 * @param ignored columns of the table that the configuration hasn't and that do no harm
 */
record TableFit(List<Column> missing, List<String> differences, List<String> ignored) {
  static TableFit of(TableSpec wanted, Action.Metadata metadata, ExtraColumns extraColumns) {
    Map<String, SchemaJson.Field> found = new LinkedHashMap<>();
    SchemaJson.fields(metadata.schemaString()).forEach(field -> found.put(field.name(), field));
    List<String> names = List.copyOf(found.keySet());
    TableFit fit = new TableFit(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<Column> absent = new ArrayList<>();
    for (Column column : wanted.schema().columns()) {
      SchemaJson.Field field = found.remove(column.name());
      if (field == null) {
        absent.add(column);
      } else {
        fit.compare(column, field);
      }
    }
    absent.forEach(column -> fit.judgeAbsent(column, wanted, names));
    found.values().forEach(extra -> fit.compareExtra(extra, extraColumns));
    if (!metadata.partitionColumns().equals(wanted.partitionColumns())) {
      fit.differences.add(
          "the table is partitioned by %s, the configuration by %s"
              .formatted(metadata.partitionColumns(), wanted.partitionColumns()));
    }
    fit.compareKey(wanted, metadata);
    return fit;
  }

  /**
   * A column that no file has yet can be added, for readers see null in it (Delta protocol, "Reader
   * Requirements"). Delta's names differ not in case only.
   */
  private void judgeAbsent(Column column, TableSpec wanted, List<String> names) {
    Optional<String> other =
        names.stream().filter(name -> name.equalsIgnoreCase(column.name())).findFirst();
    if (other.isPresent()) {
      differences.add(
          "column %s is %s in the table, and names can't differ in case only"
              .formatted(column.name(), other.get()));
    } else if (wanted.partitionColumns().contains(column.name())) {
      differences.add(
          "column %s (%s) is missing, and a table can't be partitioned by a column that is added"
              .formatted(column.name(), column.type().deltaName()));
    } else {
      missing.add(column);
    }
  }

  private void compare(Column wanted, SchemaJson.Field found) {
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

  private void compareExtra(SchemaJson.Field extra, ExtraColumns extraColumns) {
    if (extraColumns == ExtraColumns.NONE) {
      differences.add(
          "the table has column %s (%s), the configuration hasn't"
              .formatted(extra.name(), extra.type()));
    } else if (!extra.nullable() || extra.invariant()) {
      differences.add(
          "the table has column %s (%s), which the configuration hasn't and which mustn't be null"
              .formatted(extra.name(), extra.type()));
    } else {
      ignored.add(extra.name());
    }
  }

  private void compareKey(TableSpec wanted, Action.Metadata metadata) {
    String key = wanted.properties().get(TableSpec.KEY);
    String found = metadata.configuration().get(TableSpec.KEY);
    if (key != null && found != null && !key.equals(found)) {
      differences.add(
          "the table has a row for each (%s), the configuration for each (%s)"
              .formatted(found, key));
    }
  }
}
