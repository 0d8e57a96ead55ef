package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Splits rows by the text of their partition values, keeping their order within a partition. */
final class PartitionGroups {
  private final int[] columns;
  private final Map<PartitionKey, Group> byKey = new HashMap<>();
  private final Map<List<String>, Group> byValues = new LinkedHashMap<>();
  private Row lastRow;
  private Group lastGroup;

  private PartitionGroups(int[] columns) {
    this.columns = columns;
  }

  /** The groups in the order of their first rows. */
  static Collection<Group> of(List<Row> rows, Schema schema, List<String> partitionColumns) {
    PartitionGroups groups = new PartitionGroups(schema.requireAll(partitionColumns));
    for (int i = 0; i < rows.size(); i++) {
      groups.groupOf(rows.get(i)).add(i);
    }
    return groups.byValues.values();
  }

  private Group groupOf(Row row) {
    if (lastRow == null || !row.sameColumns(lastRow, columns)) {
      lastRow = row;
      lastGroup = byKey.computeIfAbsent(new PartitionKey(row, columns), key -> newGroup(row));
    }
    return lastGroup;
  }

  /** Values that differ may have one text: null and the empty string do. */
  private Group newGroup(Row row) {
    List<String> values = new ArrayList<>();
    for (int column : columns) {
      values.add(PartitionValues.text(row, column));
    }
    return byValues.computeIfAbsent(values, Group::new);
  }

  /** The rows of one partition. */
  static final class Group {
    private final List<String> values;
    private int[] rows = new int[16];
    private int size;

    private Group(List<String> values) {
      this.values = values;
    }

    private void add(int row) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
      }
      rows[size++] = row;
    }

    /** The values' text in partition-column order, null for null. */
    List<String> values() {
      return values;
    }

    int size() {
      return size;
    }

    int[] rows(int from, int to) {
      return Arrays.copyOfRange(rows, from, to);
    }
  }

  private static final class PartitionKey {
    private final Row row;
    private final int[] columns;

    private PartitionKey(Row row, int[] columns) {
      this.row = row;
      this.columns = columns;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PartitionKey key && row.sameColumns(key.row, columns);
    }

    @Override
    public int hashCode() {
      return row.hashColumns(columns);
    }
  }
}
