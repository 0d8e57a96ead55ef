package io.alluvium.row;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An ordered list of columns and the byte layout of a {@link Row} that holds them. Immutable. */
public final class Schema {
  private final List<Column> columns;
  private final Map<String, Integer> positions;
  private final int[] slots;
  private final int[] previousVariable;
  private final int fixedSize;

  public Schema(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.positions = new HashMap<>();
    this.slots = new int[columns.size()];
    this.previousVariable = new int[columns.size()];
    int lastVariable = -1;
    int offset = (columns.size() + 7) / 8;
    for (int i = 0; i < slots.length; i++) {
      if (positions.put(columns.get(i).name(), i) != null) {
        throw new IllegalArgumentException("column " + columns.get(i).name() + " appears twice");
      }
      slots[i] = offset;
      Type type = columns.get(i).type();
      offset += type.isVariable() ? Integer.BYTES : type.width();
      previousVariable[i] = lastVariable;
      lastVariable = type.isVariable() ? i : lastVariable;
    }
    this.fixedSize = offset;
  }

  public static Schema of(Column... columns) {
    return new Schema(List.of(columns));
  }

  public List<Column> columns() {
    return columns;
  }

  public int size() {
    return slots.length;
  }

  public Column column(int index) {
    return columns.get(index);
  }

  public Type type(int index) {
    return columns.get(index).type();
  }

  /** The column's position, or -1 if there is none of this name. Names are case-sensitive. */
  public int indexOf(String name) {
    return positions.getOrDefault(name, -1);
  }

  /** The column's position. Throws {@link IllegalArgumentException} if there is none. */
  public int require(String name) {
    int index = indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("no column " + name + " in " + columns);
    }
    return index;
  }

  /** The positions of {@code names}, in their order. */
  public int[] requireAll(List<String> names) {
    return names.stream().mapToInt(this::require).toArray();
  }

  /** The columns whose names are not in {@code names}, in this schema's order. */
  public Schema without(List<String> names) {
    return new Schema(columns.stream().filter(c -> !names.contains(c.name())).toList());
  }

  /** Byte offset of the column's slot in a row. */
  int slot(int index) {
    return slots[index];
  }

  /** Bytes before the variable part of a row. */
  int fixedSize() {
    return fixedSize;
  }

  /** The variable column before this one, or -1: a variable value starts where that one ends. */
  int previousVariable(int index) {
    return previousVariable[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema schema && columns.equals(schema.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }
}
