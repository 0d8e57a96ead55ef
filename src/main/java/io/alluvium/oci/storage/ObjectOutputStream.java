package io.alluvium.oci.storage;

import io.alluvium.oci.storage.ObjectCalls.Existing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gathers an object, in memory while it is small and in a temporary file from then on, and puts it
 * when it is closed: before that there is nothing, after it the whole object. For one thread.
 */
final class ObjectOutputStream extends OutputStream {
  private static final int MEMORY_BYTES = 4 << 20;

  private final ObjectCalls calls;
  private final ObjectName object;
  private final Existing existing;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private Path file;
  private OutputStream fileStream;
  private long length;
  private boolean closed;

  ObjectOutputStream(ObjectCalls calls, ObjectName object, Existing existing) {
    this.calls = calls;
    this.object = object;
    this.existing = existing;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    if (closed) {
      throw new IOException(object + " is closed");
    }
    if (fileStream == null && length + count > MEMORY_BYTES) {
      file = Files.createTempFile("alluvium-put", null);
      fileStream = Files.newOutputStream(file);
      memory.writeTo(fileStream);
      memory = null;
    }
    (fileStream == null ? memory : fileStream).write(bytes, offset, count);
    length += count;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (fileStream == null) {
      byte[] bytes = memory.toByteArray();
      calls.put(object, () -> new ByteArrayInputStream(bytes), length, existing);
      return;
    }
    try {
      fileStream.close();
      calls.put(object, () -> Files.newInputStream(file), length, existing);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
