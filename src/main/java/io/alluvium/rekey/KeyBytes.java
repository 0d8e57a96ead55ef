package io.alluvium.rekey;

import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import java.io.ByteArrayOutputStream;

/**
 * The bytes of a row's key, equal for rows whose keys are equal, and the partition that they belong
 * to. Both are a contract: silver's files are tagged by these partitions. Stateless.
 */
public final class KeyBytes {
  private final int[] columns;

  /**
   * @param columns the key's columns in silver's schema; never null in the rows that come
   */
  public KeyBytes(int[] columns) {
    this.columns = columns.clone();
  }

  /** The key's values one after the other, each with its length if that differs. */
  public byte[] of(RowReader row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(32);
    for (int column : columns) {
      Type type = row.schema().type(column);
      if (type.isVariable()) {
        writeInt(bytes, row.length(column));
        bytes.write(row.array(column), row.offset(column), row.length(column));
      } else if (isLong(type)) {
        writeInt(bytes, (int) (row.getLong(column) >>> Integer.SIZE));
        writeInt(bytes, (int) row.getLong(column));
      } else {
        writeInt(bytes, row.getInt(column));
      }
    }
    return bytes.toByteArray();
  }

  private static boolean isLong(Type type) {
    return switch (type.kind()) {
      case LONG, TIMESTAMP, DOUBLE -> true;
      default -> false;
    };
  }

  private static void writeInt(ByteArrayOutputStream bytes, int value) {
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes.write(value >>> shift);
    }
  }

  /** The partition of a row's key, 0 to {@code count - 1}. */
  public int partition(RowReader row, int count) {
    return partition(of(row), count);
  }

  /** The partition of a key's bytes, 0 to {@code count - 1}. */
  public static int partition(byte[] key, int count) {
    return (int) Long.remainderUnsigned(Hash64.of(key), count);
  }
}
