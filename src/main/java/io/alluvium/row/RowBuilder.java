package io.alluvium.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the values of one row in any order, a later value of a column replacing an earlier one,
 * and builds an immutable {@link Row}. Meant to be used again and again by one thread: only {@link
 * #build} allocates. Columns that are not set are null.
 */
public final class RowBuilder implements RowReader {
  private final Schema schema;
  private final boolean[] present;
  private final long[] fixed;
  private final int[] starts;
  private final int[] lengths;
  private byte[] scratch = new byte[1024];
  private int used;

  public RowBuilder(Schema schema) {
    this.schema = schema;
    this.present = new boolean[schema.size()];
    this.fixed = new long[schema.size()];
    this.starts = new int[schema.size()];
    this.lengths = new int[schema.size()];
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Forgets all values. */
  public RowBuilder clear() {
    Arrays.fill(present, false);
    used = 0;
    return this;
  }

  public RowBuilder setNull(int column) {
    present[column] = false;
    return this;
  }

  /** Sets an INT, or a DATE in days. */
  public RowBuilder setInt(int column, int value) {
    return setLong(column, value);
  }

  /** Sets a LONG, or a TIMESTAMP in microseconds. */
  public RowBuilder setLong(int column, long value) {
    present[column] = true;
    fixed[column] = value;
    return this;
  }

  public RowBuilder setDouble(int column, double value) {
    return setLong(column, Double.doubleToRawLongBits(value));
  }

  public RowBuilder setBoolean(int column, boolean value) {
    return setLong(column, value ? 1 : 0);
  }

  /** Sets a STRING from UTF-8, or a BINARY; the bytes are copied. */
  public RowBuilder setBytes(int column, byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, scratch, used, length);
    return placed(column, length);
  }

  public RowBuilder setString(int column, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return setBytes(column, utf8, 0, utf8.length);
  }

  /** Sets a STRING from UTF-16; an unpaired surrogate becomes '?', as {@link String} does it. */
  public RowBuilder setChars(int column, char[] source, int offset, int length) {
    reserve(3 * length);
    int end = offset + length;
    int to = used;
    for (int i = offset; i < end; i++) {
      char c = source[i];
      if (c < 0x80) {
        scratch[to++] = (byte) c;
      } else if (c < 0x800) {
        scratch[to++] = (byte) (0xC0 | c >> 6);
        scratch[to++] = (byte) (0x80 | c & 0x3F);
      } else if (!Character.isSurrogate(c)) {
        scratch[to++] = (byte) (0xE0 | c >> 12);
        scratch[to++] = (byte) (0x80 | c >> 6 & 0x3F);
        scratch[to++] = (byte) (0x80 | c & 0x3F);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < end
          && Character.isLowSurrogate(source[i + 1])) {
        int point = Character.toCodePoint(c, source[++i]);
        scratch[to++] = (byte) (0xF0 | point >> 18);
        scratch[to++] = (byte) (0x80 | point >> 12 & 0x3F);
        scratch[to++] = (byte) (0x80 | point >> 6 & 0x3F);
        scratch[to++] = (byte) (0x80 | point & 0x3F);
      } else {
        scratch[to++] = '?';
      }
    }
    return placed(column, to - used);
  }

  /**
   * Sets a DECIMAL.
   *
   * @throws IllegalArgumentException if the value hasn't the column's scale or is too long for it
   */
  public RowBuilder setDecimal(int column, BigDecimal value) {
    Type type = schema.type(column);
    if (value.scale() != type.scale() || value.precision() > type.precision()) {
      throw new IllegalArgumentException(value + " is no " + type);
    }
    BigInteger unscaled = value.unscaledValue();
    if (unscaled.bitLength() < Long.SIZE) {
      return setUnscaled(column, unscaled.longValue());
    }
    byte[] bytes = unscaled.toByteArray();
    return setBytes(column, bytes, 0, bytes.length);
  }

  /**
   * Sets a DECIMAL without allocation.
   *
   * @param value the number times ten to the power of the column's scale; must fit its precision
   */
  public RowBuilder setUnscaled(int column, long value) {
    int length = Unscaled.length(value);
    reserve(length);
    Unscaled.write(value, scratch, used, length);
    return placed(column, length);
  }

  /** The same from two's complement, big endian, of one byte or more. */
  public RowBuilder setUnscaled(int column, byte[] source, int offset, int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a decimal of no bytes");
    }
    int redundant = Unscaled.redundant(source, offset, length);
    return setBytes(column, source, offset + redundant, length - redundant);
  }

  /** Copies one value, null included; both columns have the same type. */
  public RowBuilder copy(int column, RowReader source, int sourceColumn) {
    if (source.isNull(sourceColumn)) {
      return setNull(column);
    }
    return switch (schema.type(column).kind()) {
      case STRING, BINARY, DECIMAL ->
          setBytes(
              column,
              source.array(sourceColumn),
              source.offset(sourceColumn),
              source.length(sourceColumn));
      case INT, DATE, BOOLEAN -> setInt(column, source.getInt(sourceColumn));
      case LONG, TIMESTAMP -> setLong(column, source.getLong(sourceColumn));
      case DOUBLE -> setDouble(column, source.getDouble(sourceColumn));
    };
  }

  private void reserve(int length) {
    if (scratch.length - used < length) {
      scratch = Arrays.copyOf(scratch, Math.max(scratch.length * 2, Math.addExact(used, length)));
    }
  }

  private RowBuilder placed(int column, int length) {
    present[column] = true;
    starts[column] = used;
    lengths[column] = length;
    used += length;
    return this;
  }

  /** The row of the values set so far; the builder keeps them until {@link #clear}. */
  public Row build() {
    int size = schema.fixedSize();
    for (int i = 0; i < present.length; i++) {
      if (present[i] && schema.type(i).isVariable()) {
        size = Math.addExact(size, lengths[i]);
      }
    }
    byte[] bytes = new byte[size];
    int end = schema.fixedSize();
    for (int i = 0; i < present.length; i++) {
      if (!present[i]) {
        bytes[i >> 3] |= (byte) (1 << (i & 7));
      }
      int width = schema.type(i).width();
      if (width == 0) {
        if (present[i]) {
          System.arraycopy(scratch, starts[i], bytes, end, lengths[i]);
          end += lengths[i];
        }
        Row.INT.set(bytes, schema.slot(i), end);
      } else if (present[i] && width == Integer.BYTES) {
        Row.INT.set(bytes, schema.slot(i), (int) fixed[i]);
      } else if (present[i]) {
        Row.LONG.set(bytes, schema.slot(i), fixed[i]);
      }
    }
    return new Row(schema, bytes);
  }

  @Override
  public boolean isNull(int column) {
    return !present[column];
  }

  @Override
  public int getInt(int column) {
    return (int) fixed[column];
  }

  @Override
  public long getLong(int column) {
    return fixed[column];
  }

  @Override
  public double getDouble(int column) {
    return Double.longBitsToDouble(fixed[column]);
  }

  @Override
  public byte[] array(int column) {
    return scratch;
  }

  @Override
  public int offset(int column) {
    return starts[column];
  }

  @Override
  public int length(int column) {
    return lengths[column];
  }
}
