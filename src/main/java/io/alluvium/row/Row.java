package io.alluvium.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One immutable row in one byte array, so that a store of millions stays small and a value can go
 * from JSON to Parquet without becoming a {@link String}.
 *
 * <p>Layout: a bit a column (1 = null), then a slot a column in schema order (4 or 8 bytes, little
 * endian; for STRING, BINARY and DECIMAL the offset of the value's end), then the variable values
 * back to back; a decimal as the fewest bytes of its unscaled value. Two rows of one schema are
 * equal when their bytes are.
 */
public final class Row implements RowReader {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Schema schema;
  private final byte[] bytes;

  Row(Schema schema, byte[] bytes) {
    this.schema = schema;
    this.bytes = bytes;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Bytes that this row holds on to, object headers left aside. */
  public int sizeInBytes() {
    return bytes.length;
  }

  /** Copies the {@link #sizeInBytes} bytes of this row. */
  public void copyTo(byte[] target, int at) {
    System.arraycopy(bytes, 0, target, at, bytes.length);
  }

  /**
   * The row that {@link #copyTo} left at the end of {@code source}; empty if it can't be one of
   * this schema.
   */
  public static Optional<Row> read(Schema schema, byte[] source, int from) {
    if (source.length - from < schema.fixedSize()) {
      return Optional.empty();
    }
    Row row = new Row(schema, Arrays.copyOfRange(source, from, source.length));
    int end = schema.fixedSize();
    for (int column = 0; column < schema.size(); column++) {
      if (schema.type(column).isVariable()) {
        if (row.getInt(column) < end) {
          return Optional.empty();
        }
        end = row.getInt(column);
      }
    }
    return end == row.bytes.length ? Optional.of(row) : Optional.empty();
  }

  @Override
  public boolean isNull(int column) {
    return (bytes[column >> 3] & (1 << (column & 7))) != 0;
  }

  @Override
  public int getInt(int column) {
    return (int) INT.get(bytes, schema.slot(column));
  }

  @Override
  public long getLong(int column) {
    return (long) LONG.get(bytes, schema.slot(column));
  }

  @Override
  public double getDouble(int column) {
    return Double.longBitsToDouble(getLong(column));
  }

  @Override
  public byte[] array(int column) {
    return bytes;
  }

  @Override
  public int offset(int column) {
    int previous = schema.previousVariable(column);
    return previous < 0 ? schema.fixedSize() : getInt(previous);
  }

  @Override
  public int length(int column) {
    return getInt(column) - offset(column);
  }

  /** A hash of some columns' values; equal for rows of which {@link #sameColumns} is true. */
  public int hashColumns(int[] columns) {
    int hash = 1;
    for (int column : columns) {
      hash = 31 * hash + hashColumn(column);
    }
    return hash;
  }

  private int hashColumn(int column) {
    if (isNull(column)) {
      return 0;
    }
    if (!schema.type(column).isVariable()) {
      return schema.type(column).width() == Long.BYTES
          ? Long.hashCode(getLong(column))
          : getInt(column);
    }
    int hash = 0;
    int end = getInt(column);
    for (int i = offset(column); i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  /** Whether this row and another of the same schema agree in some columns; null equals null. */
  public boolean sameColumns(Row other, int[] columns) {
    for (int column : columns) {
      if (!sameColumn(other, column)) {
        return false;
      }
    }
    return true;
  }

  private boolean sameColumn(Row other, int column) {
    if (isNull(column) || other.isNull(column)) {
      return isNull(column) && other.isNull(column);
    }
    if (schema.type(column).isVariable()) {
      return Arrays.equals(
          bytes,
          offset(column),
          getInt(column),
          other.bytes,
          other.offset(column),
          other.getInt(column));
    }
    return schema.type(column).width() == Long.BYTES
        ? getLong(column) == other.getLong(column)
        : getInt(column) == other.getInt(column);
  }

  /**
   * Orders two rows of the same schema by one column: nulls first, strings by their UTF-8 bytes,
   * NaN last (Spark SQL, "ORDER BY" and "NaN Semantics").
   */
  public int compareColumn(Row other, int column) {
    if (isNull(column) || other.isNull(column)) {
      return Boolean.compare(!isNull(column), !other.isNull(column));
    }
    return switch (schema.type(column).kind()) {
      case STRING, BINARY ->
          Arrays.compareUnsigned(
              bytes,
              offset(column),
              getInt(column),
              other.bytes,
              other.offset(column),
              other.getInt(column));
      case INT, DATE, BOOLEAN -> Integer.compare(getInt(column), other.getInt(column));
      case LONG, TIMESTAMP -> Long.compare(getLong(column), other.getLong(column));
      case DOUBLE -> Double.compare(getDouble(column), other.getDouble(column));
      case DECIMAL ->
          Unscaled.compare(
              bytes,
              offset(column),
              getInt(column),
              other.bytes,
              other.offset(column),
              other.getInt(column));
    };
  }

  /** The value as a Java object for display and tests: String, byte[], Integer, Long, … or null. */
  public Object get(int column) {
    if (isNull(column)) {
      return null;
    }
    return switch (schema.type(column).kind()) {
      case STRING -> getString(column);
      case BINARY -> Arrays.copyOfRange(bytes, offset(column), getInt(column));
      case INT, DATE -> getInt(column);
      case BOOLEAN -> getBoolean(column);
      case LONG, TIMESTAMP -> getLong(column);
      case DOUBLE -> getDouble(column);
      case DECIMAL -> getDecimal(column);
    };
  }

  /** Some columns for a message: {@code {a=1, b=x}}. */
  public String describe(List<String> columns) {
    return columns.stream()
        .map(name -> name + "=" + get(schema.require(name)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Row row && schema.equals(row.schema) && Arrays.equals(bytes, row.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return describe(schema.columns().stream().map(Column::name).toList());
  }
}
