package io.alluvium.cast;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 to UTF-16 in an array that is used again and again. Wrong bytes become U+FFFD as {@link
 * String} and a Reader, hence Spark, replace them. Not thread-safe.
 */
public final class Utf8Decoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH_HIGH_BIT = 0x8080808080808080L;
  private static final long EACH_SPACE = 0x2020202020202020L;
  private static final int INITIAL_CHARS = 4096;

  /** A bigger array, left by one huge message, is given back at the next decoding. */
  private static final int KEPT_CHARS = 1 << 20;

  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private char[] chars = new char[INITIAL_CHARS];
  private int length;
  private boolean valid;
  private boolean controls;

  /** Decodes some bytes; the accessors speak of them until the next call. */
  public void decode(byte[] source, int offset, int byteCount) {
    reserve(byteCount);
    long bits = 0;
    long below = 0;
    int end = offset + byteCount;
    int i = offset;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long eight = (long) LONG.get(source, i);
      bits |= eight;
      below |= (eight - EACH_SPACE) & ~eight;
    }
    for (; i < end; i++) {
      bits |= source[i];
      below |= source[i] >= 0 && source[i] < ' ' ? EACH_HIGH_BIT : 0;
    }
    controls = (below & EACH_HIGH_BIT) != 0;
    if ((bits & EACH_HIGH_BIT) == 0) {
      for (int k = 0; k < byteCount; k++) {
        chars[k] = (char) source[offset + k];
      }
      length = byteCount;
      valid = true;
    } else {
      decodeAny(source, offset, byteCount);
    }
  }

  private void reserve(int byteCount) {
    if (chars.length < byteCount) {
      chars = new char[Math.max(byteCount, Math.min(2 * chars.length, KEPT_CHARS))];
    } else if (chars.length > KEPT_CHARS && byteCount <= KEPT_CHARS) {
      chars = new char[Math.max(byteCount, INITIAL_CHARS)];
    }
  }

  private void decodeAny(byte[] source, int offset, int byteCount) {
    ByteBuffer in = ByteBuffer.wrap(source, offset, byteCount);
    CharBuffer out = CharBuffer.wrap(chars);
    decoder.reset().onMalformedInput(CodingErrorAction.REPORT);
    valid = !decoder.decode(in, out, true).isError();
    if (!valid) {
      decoder.onMalformedInput(CodingErrorAction.REPLACE).decode(in, out, true);
    }
    length = out.position();
  }

  /** The characters, {@link #length} of them from 0; not to be kept or changed. */
  public char[] chars() {
    return chars;
  }

  public int length() {
    return length;
  }

  /** Whether the bytes were UTF-8, so that none had to be replaced. */
  public boolean isValid() {
    return valid;
  }

  /** Whether there may be a control character (below U+0020), line ends and tabs included. */
  public boolean hasControls() {
    return controls;
  }
}
