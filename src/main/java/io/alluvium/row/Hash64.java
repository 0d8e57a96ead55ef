package io.alluvium.row;

import java.nio.charset.StandardCharsets;

/** FNV-1a over 64 bits with the finalizer of MurmurHash3, so that all bits of the result count. */
public final class Hash64 {
  private Hash64() {}

  /** The hash of some bytes; the same in all processes and releases. */
  public static long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The hash of some bytes of an array; the same as of these bytes alone. */
  public static long of(byte[] bytes, int offset, int length) {
    long hash = 0xcbf29ce484222325L;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ (bytes[i] & 0xFF)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  /** Makes every bit of the value move every bit of the result; 0 stays 0. */
  public static long mix(long value) {
    long hash = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  /** The hash of a text's UTF-8. */
  public static long of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
