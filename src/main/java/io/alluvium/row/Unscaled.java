package io.alluvium.row;

import java.util.Arrays;

/**
 * The bytes of a decimal's unscaled value in a row: two's complement, big endian, no byte more than
 * needed ({@link java.math.BigInteger#toByteArray}), so that equal numbers are equal bytes.
 */
final class Unscaled {
  private Unscaled() {}

  /** The number of bytes that a value takes. */
  static int length(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value ^ (value >> (Long.SIZE - 1)))) / 8 + 1;
  }

  static void write(long value, byte[] target, int offset, int length) {
    long rest = value;
    for (int i = offset + length - 1; i >= offset; i--) {
      target[i] = (byte) rest;
      rest >>= Byte.SIZE;
    }
  }

  /** The value of at most eight bytes. */
  static long read(byte[] bytes, int offset, int length) {
    long value = bytes[offset];
    for (int i = offset + 1; i < offset + length; i++) {
      value = value << Byte.SIZE | bytes[i] & 0xFF;
    }
    return value;
  }

  /** How many leading bytes do no more than repeat the sign. */
  static int redundant(byte[] bytes, int offset, int length) {
    int skipped = 0;
    while (skipped < length - 1
        && bytes[offset + skipped] == bytes[offset + skipped + 1] >> (Byte.SIZE - 1)) {
      skipped++;
    }
    return skipped;
  }

  /** Orders two values, whose ends are left out. */
  static int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    boolean negative = a[aFrom] < 0;
    if (negative != b[bFrom] < 0) {
      return negative ? -1 : 1;
    }
    int longer = Integer.compare(aTo - aFrom, bTo - bFrom);
    if (longer != 0) {
      return negative ? -longer : longer;
    }
    return Arrays.compareUnsigned(a, aFrom, aTo, b, bFrom, bTo);
  }
}
