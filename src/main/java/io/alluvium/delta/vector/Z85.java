package io.alluvium.delta.vector;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/** Base85 in the alphabet of ZeroMQ's RFC 32, by which the log names vectors (Delta protocol). */
final class Z85 {
  private static final String ALPHABET =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
  private static final int BASE = 85;
  private static final int CHARACTERS = 5;
  private static final int BYTES = 4;

  /** Characters of a UUID's text. */
  static final int UUID_LENGTH = 2 * Long.BYTES / BYTES * CHARACTERS;

  private static final byte[] VALUES = values();

  private Z85() {}

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < BASE; i++) {
      values[ALPHABET.charAt(i)] = (byte) i;
    }
    return values;
  }

  static String encode(UUID uuid) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
    bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits()).flip();
    char[] text = new char[UUID_LENGTH];
    for (int group = 0; bytes.hasRemaining(); group++) {
      long value = bytes.getInt() & 0xFFFF_FFFFL;
      for (int i = CHARACTERS - 1; i >= 0; i--) {
        text[group * CHARACTERS + i] = ALPHABET.charAt((int) (value % BASE));
        value /= BASE;
      }
    }
    return new String(text);
  }

  static UUID decodeUuid(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(decode(text));
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /**
   * @throws IllegalArgumentException if it isn't Z85 of whole groups
   */
  static byte[] decode(String text) {
    if (text.length() % CHARACTERS != 0) {
      throw new IllegalArgumentException("Z85 comes in groups of five: " + text);
    }
    ByteBuffer bytes = ByteBuffer.allocate(text.length() / CHARACTERS * BYTES);
    for (int from = 0; from < text.length(); from += CHARACTERS) {
      long value = 0;
      for (int i = from; i < from + CHARACTERS; i++) {
        char c = text.charAt(i);
        if (c >= VALUES.length || VALUES[c] < 0) {
          throw new IllegalArgumentException("no Z85: " + text);
        }
        value = value * BASE + VALUES[c];
      }
      bytes.putInt((int) value);
    }
    return bytes.array();
  }
}
