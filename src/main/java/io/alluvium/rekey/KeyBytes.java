package io.alluvium.rekey;

import io.alluvium.row.Hash64;
import io.alluvium.row.RowReader;
import io.alluvium.row.Type;
import java.nio.ByteBuffer;

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
    ByteBuffer bytes = ByteBuffer.allocate(size(row));
    for (int column : columns) {
      Type type = row.schema().type(column);
      if (type.isVariable()) {
        bytes.putInt(row.length(column));
        bytes.put(row.array(column), row.offset(column), row.length(column));
      } else if (isLong(type)) {
        bytes.putLong(row.getLong(column));
      } else {
        bytes.putInt(row.getInt(column));
      }
    }
    return bytes.array();
  }

  private int size(RowReader row) {
    int size = 0;
    for (int column : columns) {
      Type type = row.schema().type(column);
      size += type.isVariable() ? Integer.BYTES + row.length(column) : width(type);
    }
    return size;
  }

  private static int width(Type type) {
    return isLong(type) ? Long.BYTES : Integer.BYTES;
  }

  private static boolean isLong(Type type) {
    return switch (type.kind()) {
      case LONG, TIMESTAMP, DOUBLE -> true;
      default -> false;
    };
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
