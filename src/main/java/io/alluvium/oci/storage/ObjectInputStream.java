package io.alluvium.oci.storage;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSInputStream;

/**
 * Reads an object by ranges: a request for each large read, and one for many small ones. The first
 * bytes come with the opening, which are all of most commits. For one thread.
 */
final class ObjectInputStream extends FSInputStream {
  private static final int FIRST_BYTES = 64 * 1024;
  private static final int BUFFER_BYTES = 1 << 20;

  private final ObjectCalls calls;
  private final ObjectName object;
  private final long length;
  private long position;
  private long bufferStart;
  private byte[] buffer;

  /**
   * @throws java.io.FileNotFoundException if there is no such object
   */
  ObjectInputStream(ObjectCalls calls, ObjectName object) throws IOException {
    this.calls = calls;
    this.object = object;
    ObjectCalls.Piece first = calls.read(object, 0, FIRST_BYTES);
    this.buffer = first.bytes();
    this.length = first.length();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (position >= length) {
      return -1;
    }
    if (!isBuffered()) {
      if (count >= BUFFER_BYTES) {
        return readPast(bytes, offset, count);
      }
      buffer = calls.read(object, position, BUFFER_BYTES).bytes();
      bufferStart = position;
      requireSome(buffer);
    }
    int from = (int) (position - bufferStart);
    int copied = Math.min(count, buffer.length - from);
    System.arraycopy(buffer, from, bytes, offset, copied);
    position += copied;
    return copied;
  }

  private boolean isBuffered() {
    return position >= bufferStart && position < bufferStart + buffer.length;
  }

  private int readPast(byte[] bytes, int offset, int count) throws IOException {
    byte[] piece = calls.read(object, position, count).bytes();
    requireSome(piece);
    System.arraycopy(piece, 0, bytes, offset, piece.length);
    position += piece.length;
    return piece.length;
  }

  private void requireSome(byte[] piece) throws IOException {
    if (piece.length == 0) {
      throw new EOFException(object + " has become shorter than " + length + " bytes");
    }
  }

  @Override
  public void seek(long wanted) throws IOException {
    if (wanted < 0 || wanted > length) {
      throw new EOFException(object + " has no byte " + wanted);
    }
    position = wanted;
  }

  @Override
  public long getPos() {
    return position;
  }

  /** False: there is one source of an object. */
  @Override
  public boolean seekToNewSource(long wanted) {
    return false;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, length - position);
  }
}
