package io.alluvium.delta.parquet;

import io.alluvium.row.RowBuilder;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * What puts Parquet values into a row: exact types, those that widen without loss, and the INT96
 * timestamps of older Spark versions.
 */
final class ColumnConverters {
  private ColumnConverters() {}

  /** Empty if the file's type can't be read as the column's. */
  static Optional<PrimitiveConverter> of(Type field, RowBuilder row, int column) {
    if (!field.isPrimitive() || field.isRepetition(Type.Repetition.REPEATED)) {
      return Optional.empty();
    }
    PrimitiveType type = field.asPrimitiveType();
    PrimitiveConverter converter =
        switch (row.schema().type(column).kind()) {
          case STRING, BINARY ->
              switch (type.getPrimitiveTypeName()) {
                case BINARY, FIXED_LEN_BYTE_ARRAY ->
                    type.getLogicalTypeAnnotation()
                            instanceof
                            org.apache.parquet.schema.LogicalTypeAnnotation
                                .DecimalLogicalTypeAnnotation
                        ? null
                        : new Bytes(row, column);
                default -> null;
              };
          case INT, DATE ->
              switch (type.getPrimitiveTypeName()) {
                case INT32 -> new Integers(row, column);
                default -> null;
              };
          case LONG ->
              switch (type.getPrimitiveTypeName()) {
                case INT32, INT64 -> new Longs(row, column);
                default -> null;
              };
          case DOUBLE ->
              switch (type.getPrimitiveTypeName()) {
                case INT32, FLOAT, DOUBLE -> new Doubles(row, column);
                default -> null;
              };
          case BOOLEAN ->
              switch (type.getPrimitiveTypeName()) {
                case BOOLEAN -> new Booleans(row, column);
                default -> null;
              };
          case TIMESTAMP -> timestamps(type, row, column);
          case DECIMAL -> DecimalConverter.of(type, row, column);
        };
    return Optional.ofNullable(converter);
  }

  private static PrimitiveConverter timestamps(PrimitiveType type, RowBuilder row, int column) {
    return switch (type.getPrimitiveTypeName()) {
      case INT96 -> new Int96(row, column);
      case INT64 ->
          type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
              ? new Timestamps(row, column, timestamp.getUnit())
              : null;
      default -> null;
    };
  }

  /** The converters of a flat message, by field. */
  static final class Flat extends GroupConverter {
    private final PrimitiveConverter[] fields;

    Flat(PrimitiveConverter[] fields) {
      this.fields = fields;
    }

    @Override
    public Converter getConverter(int field) {
      return fields[field];
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }

  private static final class Bytes extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;
    private byte[][] dictionary;

    Bytes(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary values) {
      dictionary = new byte[values.getMaxId() + 1][];
      for (int i = 0; i < dictionary.length; i++) {
        dictionary[i] = values.decodeToBinary(i).getBytes();
      }
    }

    @Override
    public void addValueFromDictionary(int id) {
      byte[] value = dictionary[id];
      row.setBytes(column, value, 0, value.length);
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer();
      if (bytes.hasArray()) {
        row.setBytes(
            column, bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      } else {
        row.setBytes(column, value.getBytes(), 0, value.length());
      }
    }
  }

  private static final class Integers extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;

    Integers(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      row.setInt(column, value);
    }
  }

  private static final class Longs extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;

    Longs(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      row.setLong(column, value);
    }

    @Override
    public void addLong(long value) {
      row.setLong(column, value);
    }
  }

  private static final class Doubles extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;

    Doubles(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      row.setDouble(column, value);
    }

    @Override
    public void addFloat(float value) {
      row.setDouble(column, value);
    }

    @Override
    public void addDouble(double value) {
      row.setDouble(column, value);
    }
  }

  private static final class Booleans extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;

    Booleans(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public void addBoolean(boolean value) {
      row.setBoolean(column, value);
    }
  }

  private static final class Timestamps extends PrimitiveConverter {
    private final RowBuilder row;
    private final int column;
    private final TimeUnit unit;

    Timestamps(RowBuilder row, int column, TimeUnit unit) {
      this.row = row;
      this.column = column;
      this.unit = unit;
    }

    @Override
    public void addLong(long value) {
      long micros =
          switch (unit) {
            case MICROS -> value;
            case MILLIS -> Math.multiplyExact(value, 1_000L);
            case NANOS -> Math.floorDiv(value, 1_000L);
          };
      row.setLong(column, micros);
    }
  }

  /** Nanoseconds of the day and Julian day, little endian (Parquet's deprecated INT96). */
  private static final class Int96 extends PrimitiveConverter {
    private static final long EPOCH_JULIAN_DAY = 2_440_588;
    private static final long MICROS_A_DAY = 86_400_000_000L;

    private final RowBuilder row;
    private final int column;

    Int96(RowBuilder row, int column) {
      this.row = row;
      this.column = column;
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer().order(java.nio.ByteOrder.LITTLE_ENDIAN);
      long nanos = bytes.getLong(bytes.position());
      long day = bytes.getInt(bytes.position() + Long.BYTES) - EPOCH_JULIAN_DAY;
      row.setLong(column, day * MICROS_A_DAY + Math.floorDiv(nanos, 1_000L));
    }
  }
}
