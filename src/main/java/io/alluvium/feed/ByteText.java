package io.alluvium.feed;

import java.util.Arrays;

/** Text built as bytes; reused from one message to the next. Not thread-safe. */
final class ByteText {
  private byte[] buffer = new byte[2048];
  private int length;

  ByteText clear() {
    length = 0;
    return this;
  }

  ByteText add(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
    return this;
  }

  /** Adds text of which every character is ASCII. */
  ByteText ascii(String text) {
    int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      buffer[length++] = (byte) text.charAt(i);
    }
    return this;
  }

  ByteText number(long value) {
    return ascii(Long.toString(value));
  }

  /** Adds {@code value}, not negative, with leading zeros up to {@code width} digits. */
  ByteText padded(long value, int width) {
    reserve(width);
    long rest = value;
    for (int i = length + width - 1; i >= length; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += width;
    return this;
  }

  byte[] copy() {
    return Arrays.copyOf(buffer, length);
  }

  private void reserve(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
