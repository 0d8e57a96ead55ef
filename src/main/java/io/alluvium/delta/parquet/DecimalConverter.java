package io.alluvium.delta.parquet;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;
import java.nio.ByteBuffer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Decimals in each of Parquet's forms: some writers take byte arrays for small ones too (Spark's
 * {@code spark.sql.parquet.writeLegacyFormat}).
 */
final class DecimalConverter extends PrimitiveConverter {
  private final RowBuilder row;
  private final int column;

  private DecimalConverter(RowBuilder row, int column) {
    this.row = row;
    this.column = column;
  }

  /** Null if the field isn't a decimal of the column's scale that the column has room for. */
  static PrimitiveConverter of(PrimitiveType field, RowBuilder row, int column) {
    Type type = row.schema().type(column);
    return field.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
            && decimal.getScale() == type.scale()
            && decimal.getPrecision() <= type.precision()
        ? new DecimalConverter(row, column)
        : null;
  }

  @Override
  public void addInt(int value) {
    row.setUnscaled(column, value);
  }

  @Override
  public void addLong(long value) {
    row.setUnscaled(column, value);
  }

  @Override
  public void addBinary(Binary value) {
    ByteBuffer bytes = value.toByteBuffer();
    if (bytes.hasArray()) {
      int offset = bytes.arrayOffset() + bytes.position();
      row.setUnscaled(column, bytes.array(), offset, bytes.remaining());
    } else {
      row.setUnscaled(column, value.getBytes(), 0, value.length());
    }
  }
}
