package io.alluvium.delta.parquet;

import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/** How a decimal is written: as the smallest of Parquet's types that holds its precision. */
enum DecimalForm {
  INT32,
  INT64,
  FIXED;

  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;
  private static final int[] BYTES = new int[Type.MAX_PRECISION + 1];

  static {
    for (int precision = 1; precision <= Type.MAX_PRECISION; precision++) {
      int bits = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() + 1;
      BYTES[precision] = (bits + Byte.SIZE - 1) / Byte.SIZE;
    }
  }

  static DecimalForm of(int precision) {
    if (precision <= INT_DIGITS) {
      return INT32;
    }
    return precision <= LONG_DIGITS ? INT64 : FIXED;
  }

  /** The fewest bytes that hold every number of so many digits and its sign. */
  static int bytes(int precision) {
    return BYTES[precision];
  }

  /** Hands a value that isn't null to Parquet. */
  static void write(RowReader row, int column, RecordConsumer consumer) {
    int precision = row.schema().type(column).precision();
    switch (of(precision)) {
      case INT32 -> consumer.addInteger((int) row.getUnscaledLong(column));
      case INT64 -> consumer.addLong(row.getUnscaledLong(column));
      case FIXED -> consumer.addBinary(fixed(row, column, bytes(precision)));
    }
  }

  private static Binary fixed(RowReader row, int column, int size) {
    byte[] array = row.array(column);
    int offset = row.offset(column);
    int length = row.length(column);
    if (length == size) {
      return Binary.fromConstantByteArray(array, offset, length);
    }
    byte[] bytes = new byte[size];
    if (array[offset] < 0) {
      Arrays.fill(bytes, 0, size - length, (byte) -1);
    }
    System.arraycopy(array, offset, bytes, size - length, length);
    return Binary.fromConstantByteArray(bytes);
  }
}
