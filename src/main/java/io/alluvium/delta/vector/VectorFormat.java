package io.alluvium.delta.vector;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.roaringbitmap.RoaringBitmap;

/**
 * A vector's bytes (Delta protocol, "Deletion Vector Format"): a magic number, then a 64-bit
 * Roaring bitmap in the portable form, of which only the first 2^31 positions occur here.
 */
final class VectorFormat {
  private static final int MAGIC = 1681511377;
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES;

  private VectorFormat() {}

  static byte[] write(RoaringBitmap positions) {
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER_BYTES + positions.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(MAGIC).putLong(1).putInt(0);
    positions.serialize(bytes);
    return bytes.array();
  }

  /**
   * @throws IOException if these aren't a vector's bytes, or positions beyond 2^31 are in it
   */
  static RoaringBitmap read(byte[] vector) throws IOException {
    ByteBuffer header = ByteBuffer.wrap(vector).order(ByteOrder.LITTLE_ENDIAN);
    if (vector.length < Integer.BYTES + Long.BYTES || header.getInt() != MAGIC) {
      throw new IOException("a deletion vector of a form that isn't known");
    }
    long bitmaps = header.getLong();
    if (bitmaps == 0) {
      return new RoaringBitmap();
    }
    if (bitmaps != 1 || vector.length < HEADER_BYTES || header.getInt() != 0) {
      throw new IOException("a deletion vector of a file with more than 2^31 rows");
    }
    RoaringBitmap positions = new RoaringBitmap();
    positions.deserialize(
        new DataInputStream(
            new ByteArrayInputStream(vector, HEADER_BYTES, vector.length - HEADER_BYTES)));
    return positions;
  }
}
